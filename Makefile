.PHONY: build test test-long bench lint fmt figures docs

build:
	go build -o bin/dovetail ./cmd/dovetail

test: lint
	go test ./...
	go test -short -tags purego ./exact/... ./perm/... ./search/words ./search/deals ./search/orders ./search/topswops

test-long: test
	go test -tags long -timeout 60m ./...
	GORACE=atexit_sleep_ms=0 go test -race ./perm/... ./exact/... ./search/... ./results

bench:
	go test -run '^$$' -bench . -count 5 ./... | tee bench.txt
	go tool benchstat bench.txt

lint:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run make fmt"; exit 1; }
	go vet ./...
	go tool staticcheck ./...

fmt:
	gofmt -w .

# The samples of README.md and docs/, and the figures in their text that a command
# prints; the tests compare them.
docs:
	go test -tags long -timeout 60m -count 1 ./cmd/dovetail -run 'TestDocs' -update

# The pictures of README.md and docs/.
figures:
	go run ./cmd/dovetail figures --out docs/figures

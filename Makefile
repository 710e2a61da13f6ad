# How long make fuzz spends on each target.
FUZZTIME ?= 20s

.PHONY: build site site-files test tested portable tools test-long platforms arm64 mutants fuzz bench lint format vet static fmt fused figures docs wheel release trial records

build:
	go build -trimpath -ldflags="-s -w" -o bin/dovetail ./cmd/dovetail

# The Python package: a wheel that runs a program which is installed elsewhere, and one that carries it.
wheel:
	CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o bin/dovetail ./cmd/dovetail
	python3 python/wheel.py --out dist
	go run ./cmd/release -notices bin/THIRD_PARTY_NOTICES
	python3 python/wheel.py --out dist --notices bin/THIRD_PARTY_NOTICES --binary bin/dovetail --system $$(go env GOOS)/$$(go env GOARCH)

# The pages of the explorer as files for any host: the program as WebAssembly behind a service worker, packed by
# gzip. docs/explorer.md says what they need. With -tags site a program contains them.
site: site-files
	rm -rf site && go run -tags site ./cmd/dovetail explore --export site

site-files:
	GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o cmd/site/files/dovetail.wasm ./cmd/site
	go run ./cmd/site/pack < cmd/site/files/dovetail.wasm > cmd/site/files/dovetail.bin && rm cmd/site/files/dovetail.wasm
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" cmd/site/files/

# The records of docs/records/list.jsonl that are not there yet: hours, in which it can be stopped and called again. STATE
# keeps what is not complete, ONLY is a pattern of names.
STATE ?= records-state
ONLY ?= .
records:
	nice go run ./cmd/records -state '$(STATE)' -only '$(ONLY)'

# All that a release consists of, in dist, the same bytes from the same sources (docs/release.md).
release:
	go run ./cmd/release

# The package for Debian in a fresh root: it is installed, and README's first command asked (docs/release.md).
trial: release
	sh cmd/release/trial.sh dist/dovetail_*_$(shell go env GOARCH).deb

# Where there must be a browser, as .ci/run says, it tries the static site too, which is built for that.
SITE = $(if $(DOVETAIL_BROWSER),site)

# The tests, lint beside them, those of kernels without assembly, and what was skipped: one that fails keeps none of the others from
# running, and fails the whole at its end. What all of them need is compiled first, so that they do not compile it each. The
# collector of garbage runs less often than by default, which saves a seventh of the tests' time, and more of the compiler's.
test test-long: export GOGC = 400
test:
	@failed=0; go build ./... || failed=1; $(MAKE) --no-print-directory -k -j2 tested lint portable || failed=1; $(MAKE) --no-print-directory tools; exit $$failed

# The time limits are for a busy machine: a package that hangs ends all the same. README says how long all of it takes.
TEST = go test -vet=off -ldflags="-s -w" -timeout 2h

tested: $(SITE:%=%-files)
	$(TEST) $(SITE:%=-tags %) ./...

portable:
	$(TEST) -short -tags purego ./exact/dense ./exact/law ./exact/tally ./perm/topswops

# What tests skip because a program of others is not installed, one line each.
tools:
	@go test -count 1 -vet=off -v -run TestTools ./perm/longtest | sed -n 's/.*\(SKIPPED: \)/\1/p'
	@$(if $(SITE),,echo "SKIPPED: the static site was not tried: DOVETAIL_BROWSER=1 make test")

# Without assembly, the tests that reach what has some, and the known figures of what uses it.
REACH = Merge|Batches|Large|Lane|Riffle|Reversible|Naive|Kernels|Totients|Windows|Segment|Sums|TestDecks|TestVerify|TestKnown|TestSignature|Published

# Kernels are chosen before a test can say that it reads DOVETAIL_CPU, so that what is cached means nothing.
test-long: site-files test mutants
	go test -vet=off -tags long,site -timeout 3h ./...
	DOVETAIL_CPU=avx2 go test -count 1 -vet=off -timeout 3h ./exact/... ./perm/... ./search/...
	DOVETAIL_CPU=none go test -count 1 -vet=off -timeout 3h ./exact/... ./perm/... ./search/...
	go test -vet=off -tags purego,long -timeout 3h ./exact/... ./perm/... ./search/orders
	$(TEST) -short -tags purego -run '$(REACH)' ./perm/shuffle/... ./search/orders ./search/words ./search/rank ./search/deals ./search/topswops/...
	$(MAKE) platforms arm64
	GORACE=atexit_sleep_ms=0 go test -vet=off -race -timeout 3h ./perm/... ./exact/... ./search/... ./results/...

# The program is built for every system that a release has; make site-files does so for the browser.
PLATFORMS = linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64

platforms: fused
	@set -e; for p in $(PLATFORMS); do echo "go build for $$p"; \
		GOOS=$${p%/*} GOARCH=$${p#*/} go build -o /dev/null ./cmd/dovetail; done

# Answers are the same on all machines: Go fuses x*y + z where a processor can, which float64(x*y) + z
# prevents, and functions of package math differ, for which there is perm/elementary. Lines of the engines
# that Go still fuses for arm64, unless they say math.FMA, and other functions are faults.
fused:
	@echo "multiply-adds that Go fuses on arm64"; faults=$$(GOARCH=arm64 go build -gcflags=-S ./exact/... ./perm/... ./search/... 2>&1 | \
		sed -nE 's|.*\($(CURDIR)/([^)]*\.go):([0-9]+)\)[[:space:]]*FN?M(ADD\|SUB)[DS][[:space:]].*|\1 \2|p' | sort -u | \
		while read f n; do sed -n "$$n{/math\.FMA/!s|^|$$f:$$n: |p}" $$f; done; \
		grep -rnE '\<math\.(Exp|Exp2|Expm1|Log|Log2|Log10|Log1p|Lgamma|Gamma|Hypot|Pow|Sin|Cos|Tan|Erf|Cbrt)\(' --include='*.go' --exclude='*_test.go' exact perm search); \
	test -z "$$faults" || { echo "$$faults"; echo "write float64(x*y) + z, or elementary.Exp"; exit 1; }

# The tests of the kernels by NEON, of what uses them, and of portable Go on arm64, by an emulator of that
# processor: Debian's qemu-user.
ARM64 = exact/dense exact/law exact/tally exact/position exact/statistic perm/elementary perm/processor perm/shuffle/... perm/topswops \
	search/orders search/topswops search/topswops/bundles search/rank search/words

arm64:
	@set -e; command -v qemu-aarch64 >/dev/null || { echo "SKIPPED: no qemu-aarch64 (qemu-user), NEON is not tested"; exit 0; }; \
	for p in $(ARM64); do for cpu in neon none; do echo "$$p on arm64, $$cpu"; \
		DOVETAIL_CPU=$$cpu GOARCH=arm64 go test -count 1 -vet=off -short -timeout 3h -exec qemu-aarch64 ./$$p; done; done

# One line of the program is changed at a time, and tests must notice.
mutants:
	go test -count 1 -v -timeout 0 ./cmd/mutants -run TestMutants -mutants .

# Every fuzz target of every package; their seeds run with the other tests.
fuzz:
	@set -e; for p in $$(go list ./...); do \
		for f in $$(go test -list '^Fuzz' $$p | grep '^Fuzz' || true); do \
			echo "$$p $$f"; go test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p; \
		done; \
	done

# The tables of docs/speed.md, some ten minutes. A package's own benchmarks are go test -run '^$$' -bench . ./exact/dense and
# so on.
bench: build
	bash cmd/bench/bench.sh

# The packages that have assembly for arm64; make platforms builds the others.
ASSEMBLY = ./exact/dense ./perm/shuffle ./perm/topswops

lint: format vet static

format:
	@test -z "$$(gofmt -l .)" || { gofmt -l .; echo "run make fmt"; exit 1; }

vet:
	go vet ./...
	GOARCH=arm64 go vet $(ASSEMBLY)

static:
	go tool staticcheck ./...

fmt:
	gofmt -w .

# The samples of README.md and docs/, the figures in their text that a command prints, the
# forms of records; the tests compare them.
docs:
	go test -count 1 ./results/schema -update
	go test -tags long -timeout 3h -count 1 ./cmd/dovetail -run TestDocs -update

# The pictures of README.md and docs/; those of the explorer by Chromium, with a Japanese font.
figures:
	go run ./cmd/dovetail score H --times 90 --quiet --out /dev/null --png docs/figures/figure4.png
	go run ./cmd/dovetail score R --times 10 --quiet --out /dev/null --png docs/figures/figure5.png
	go run ./cmd/dovetail score D --times 20 --quiet --out /dev/null --png docs/figures/figure6.png
	go run ./cmd/dovetail rank --by c -m 2..7 --top 10 --quiet --out /dev/null --png docs/figures/figure7.png
	go run ./cmd/dovetail rank -m 6..10 --quiet --out /dev/null --png docs/figures/two-deals.png
	go run ./cmd/dovetail rank --alphabet R,G -m 6..9 --quiet --out /dev/null --png docs/figures/milk.png
	go run ./cmd/dovetail tvd RDRRDRRR --piles 2..26 --gathered in-order,odd-even,both-ends,random --quiet --out /dev/null --png docs/figures/piles.png
	go run ./cmd/dovetail repeated --quiet --out /dev/null --png docs/figures/repeated.png
	go run ./cmd/dovetail guess --quiet --out /dev/null --png docs/figures/guess.png
	go run ./cmd/dovetail hands --quiet --out /dev/null --png docs/figures/distance.png
	go run ./cmd/dovetail hands --fit --quiet --out /dev/null --png docs/figures/hands.png
	go run ./cmd/dovetail trick --quiet --out /dev/null --png docs/figures/trick.png
	go run ./cmd/dovetail topswops census 13 --quiet --out /dev/null --png docs/figures/census.png
	DOVETAIL_BROWSER=1 DOVETAIL_FIGURES=$(CURDIR)/docs/figures go test -count 1 ./cmd/dovetail -run 'TestExplorerFigures|TestSwitches'

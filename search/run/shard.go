package run

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/RoaringBitmap/roaring/v2"
	"github.com/cespare/xxhash/v2"
)

// Shard is the part I of the work, 1 <= I <= N: the roots whose payload
// hashes to I-1 modulo N, with everything below them. The N parts are
// disjoint and cover the work. The zero Shard is the whole.
type Shard struct{ I, N uint32 }

// ParseShard reads "i/N"; the empty string is the whole.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	i, n, _ := strings.Cut(s, "/")
	a, errI := strconv.ParseUint(i, 10, 32)
	b, errN := strconv.ParseUint(n, 10, 32)
	if errI != nil || errN != nil || a < 1 || a > b {
		return Shard{}, fmt.Errorf("shard %q: want i/N with 1 <= i <= N, such as 2/3", s)
	}
	return Shard{uint32(a), uint32(b)}, nil
}

// String is "i/N"; for the whole it is "1/1".
func (s Shard) String() string {
	if s.N == 0 {
		return "1/1"
	}
	return fmt.Sprintf("%d/%d", s.I, s.N)
}

// of is the set of roots in the shard.
func (s Shard) of(roots []Task) *roaring.Bitmap {
	set := roaring.New()
	for i, t := range roots {
		if s.N <= 1 || xxhash.Sum64(t.Payload)%uint64(s.N) == uint64(s.I-1) {
			set.Add(uint32(i))
		}
	}
	set.RunOptimize()
	return set
}

package orders

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Pages of 2 MiB are preferred for the table, which is read in more streams than the processor has
// entries for small pages. It is advice: a kernel that does not follow it changes no answer, so its
// error is dropped.
func init() { preferHugePages = adviseHugePages }

func adviseHugePages(t Table) {
	const page = 2 << 20
	start := uintptr(unsafe.Pointer(unsafe.SliceData(t)))
	skip := (page - start%page) % page
	size := uintptr(len(t)) * 4
	if size < skip+page {
		return
	}
	whole := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(t))), size)[skip:]
	_ = unix.Madvise(whole[:len(whole)/page*page], unix.MADV_HUGEPAGE)
}

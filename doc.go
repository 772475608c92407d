// Package calibration reads, writes and fits calibration files: the
// measurements from which an autotuner derives the constants of its roofline
// cost model.
//
// # The format
//
// A calibration file has one line per timed candidate of a tensor computation,
// twelve cells separated by single tabs:
//
//	 1  backend       text                 device backend; fits are per backend
//	 2  digest        text                 the candidate's short digest
//	 3  routine       text                 the tuned computation; may be empty
//	 4  label         text                 the candidate within it
//	 5  measured_ms   number               measured time, milliseconds
//	 6  model_ms      number or empty      the model's bound when recorded, milliseconds
//	 7  kernels       integer              kernels the candidate launches
//	 8  flops         integer              operations, summed over its kernels
//	 9  bytes         integer              bytes moved, summed over its kernels
//	10  flops_approx  true or false        flops is an upper bound, not exact
//	11  bytes_approx  true or false        bytes is an upper bound, not exact
//	12  opaque        true or false        the code was opaque to the model
//
// SPEC.md beside this package is the whole format, with its grammar; section
// numbers in these pages are its.
//
// # The fit
//
// [Fit], or a [Fitter] over a stream, derives per backend the peak FLOP/s and the
// peak memory bandwidth of the roofline envelope,
//
//	bound = max(flops/peak_flops, bytes/peak_memory_bandwidth)
//
// as constants under which no measured row beats its bound: the least such, but for
// the slack that multi-kernel rows may force (SPEC.md section 6). The tuner
// discards candidates whose bound exceeds the best time measured, so a constant
// that is too low silently throws the best code away, and one that is too high
// only prunes less. Everything here therefore errs upwards, and in exact
// arithmetic: rates are compared as rationals, and constants are rounded up.
//
// # What holds
//
// With no tolerance anywhere, and each stated as a property test in exact
// arithmetic (SPEC.md section 9):
//
//   - Any string can be parsed: into a row or an error, never a panic.
//   - A written row reads back as it was, its times floored to a nanosecond; a
//     line in canonical form re-emits as itself; a torn line is never accepted.
//   - Under the fitted constants no timed row beats its bound on a leg where it
//     is exact, nor a fully exact multi-kernel row the sum of its legs; the
//     printed constants keep this, as does a file whose times were floored.
//   - The constants are the least with that property before slack, and do not
//     depend on the order of rows, on repeated rows, or on how the rows were
//     split among Fitters.
//   - [Envelope.BoundMS] is correctly rounded, so that comparing it with a
//     measured time never lies.
//
// One thing surprises: adding rows never lowers a leg's constant before slack,
// but can lower the final one, because a better memory row (say) can make the
// fission slack unnecessary. This is sound: the constants still cover every row.
//
// # Large files
//
// [Reader.Rows] reads a file as fast as most programs need. [Reader.NextPart] is
// what it is made of: parts that several goroutines can parse at once, line by
// line and without a [Row] each, every one into a [Fitter] of its own, merged in
// order. Memory does not grow with the file either way.
package calibration

package conformance

import _ "embed"

// License is the licence of the vectors, which is not that of the library: 0BSD,
// so that a port under any licence may keep a copy of them.
//
//go:embed LICENSE-vectors
var License string

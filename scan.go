package calibration

import "math/bits"

// The fast reading of a line: eight bytes at a time, in the form that writers
// give it. It knows less than [parsePlain] and says so: what is unusual in any
// way, it leaves to that. Tests hold that where it answers, both agree.

// scanLine reads the line that s starts with into c, up to the end of its last
// cell, and returns that end. It returns -1 if anything is unusual: a number that is
// not digits with six decimals, a count that is not 1 to 15 digits, a control
// character in text, eleven columns, or no room to look ahead. What follows the
// last cell, the caller looks at.
func scanLine[T text](s T, c *columns) int {
	i := 0
	for cell := range c.end {
		n := 0
		for n == 0 {
			if i > len(s)-8 {
				return -1
			}
			w := word(s[i:])
			// The lowest byte marked is the first below 0x10: a borrow only reaches
			// bytes above it.
			low := (w - 0x10*eachByte) &^ w & topBits
			if low == 0 {
				i += 8
				continue
			}
			n = bits.TrailingZeros64(low) &^ 7
			if byte(w>>(n&63)) != '\t' {
				return -1
			}
			i += n >> 3
			n = 1
		}
		c.end[cell] = i
		i++
	}

	if i = scanTime(s, i, &c.MeasuredMS); i < 0 {
		return -1
	}
	c.ModelMS, c.HasModel = 0, s[i] != '\t'
	if !c.HasModel {
		i++
	} else if i = scanTime(s, i, &c.ModelMS); i < 0 {
		return -1
	}
	if i = scanCount(s, i, &c.Kernels); i < 0 {
		return -1
	}
	if i = scanCount(s, i, &c.FLOPs); i < 0 {
		return -1
	}
	if i = scanCount(s, i, &c.Bytes); i < 0 {
		return -1
	}
	return scanFlags(s, i, c)
}

// text is what a line can be cut from.
type text interface{ string | []byte }

const (
	eachByte = 0x0101010101010101
	topBits  = 0x80 * eachByte
	zeros    = '0' * eachByte
)

// word is the first eight bytes of s, the first one lowest.
func word[T text](s T) uint64 {
	b := s[:8]
	return uint64(b[0]) | uint64(b[1])<<8 | uint64(b[2])<<16 | uint64(b[3])<<24 |
		uint64(b[4])<<32 | uint64(b[5])<<40 | uint64(b[6])<<48 | uint64(b[7])<<56
}

// nonDigits marks the top bit of bytes of x that are above 9; x is a word of
// text xor zeros. Marks above the lowest may be wrong.
func nonDigits(x uint64) uint64 { return (x + 0x76*eachByte | x) & topBits }

// eightDigits is the number whose decimal digits are the bytes of x, the lowest
// byte the leading one: pairs, then fours, then all eight.
func eightDigits(x uint64) int64 {
	const pairs = 0x000000ff_000000ff
	x = x*10 + x>>8
	return int64((x&pairs*(100+1e6<<32) + x>>16&pairs*(1+1e4<<32)) >> 32)
}

// scanTime reads the cell at s[i:], one to seven digits and six decimals, and
// returns where the next cell starts, with at least one byte behind it. Up to 2^53 the digits as an integer are exact,
// and so is 10^6: the one division rounds as reading the numeral does.
func scanTime[T text](s T, i int, ms *float64) int {
	const longest = 7 + len(".000000\t")
	if i > len(s)-longest-1 {
		return -1
	}
	whole := word(s[i:]) ^ zeros
	n := bits.TrailingZeros64(nonDigits(whole)) &^ 7 // bits of the digits
	if n == 0 || n == 64 || byte(whole>>(n&63)) != '.'^'0' {
		return -1
	}
	i += n>>3 + 1
	part := word(s[i:]) ^ zeros
	if nonDigits(part)<<8 != 0x80<<56 || byte(part>>48) != '\t'^'0' {
		return -1
	}
	*ms = float64(eightDigits(whole<<((64-n)&63))*1e6+eightDigits(part<<16)) / 1e6
	return i + len("000000\t")
}

// scanCount reads the cell at s[i:], 1 to 15 digits, and returns where the next
// cell starts.
func scanCount[T text](s T, i int, count *int64) int {
	if i > len(s)-8 {
		return -1
	}
	x := word(s[i:]) ^ zeros
	n := bits.TrailingZeros64(nonDigits(x)) &^ 7
	if n < 64 {
		if n == 0 || byte(x>>(n&63)) != '\t'^'0' {
			return -1
		}
		*count = eightDigits(x << ((64 - n) & 63))
		return i + n>>3 + 1
	}
	i += 8
	if i > len(s)-8 {
		return -1
	}
	y := word(s[i:]) ^ zeros
	n = bits.TrailingZeros64(nonDigits(y)) &^ 7
	if n == 64 || byte(y>>(n&63)) != '\t'^'0' {
		return -1
	}
	*count = eightDigits(x)*tenTo[n>>3] + eightDigits(y<<(63-n)<<1) // n may be 0
	return i + n>>3 + 1
}

var tenTo = [8]int64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// flags are the cells of a flag and the tab behind it, as words: false, true.
// The fifth bit of its first letter tells which it must be.
var flags = [2]struct{ mask, word uint64 }{
	{1<<48 - 1, 'f' | 'a'<<8 | 'l'<<16 | 's'<<24 | 'e'<<32 | '\t'<<40},
	{1<<40 - 1, 't' | 'r'<<8 | 'u'<<16 | 'e'<<24 | '\t'<<32},
}

// scanFlags reads the last three cells. Which of two flags comes is chance, so
// nothing branches on it; opaque is nearly always false.
func scanFlags[T text](s T, i int, c *columns) int {
	if i > len(s)-len("true\ttrue\ttrue") {
		return -1
	}
	w := word(s[i:])
	set := w >> 4 & 1
	wrong := w&flags[set].mask ^ flags[set].word
	c.FLOPsApprox = set == 1
	i += len("false\t") - int(set)

	w = word(s[i:])
	set = w >> 4 & 1
	wrong |= w&flags[set].mask ^ flags[set].word
	c.BytesApprox = set == 1
	i += len("false\t") - int(set)

	if wrong != 0 {
		return -1
	}
	if i <= len(s)-len("false") && string(s[i:i+len("false")]) == "false" {
		c.Opaque = false
		return i + len("false")
	}
	if i <= len(s)-len("true") && string(s[i:i+len("true")]) == "true" {
		c.Opaque = true
		return i + len("true")
	}
	return -1
}

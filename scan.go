package calibration

import "math/bits"

// The fast reading of a line: eight bytes at a time, in the one form that
// writers give it. It knows less than [parsePlain] and says so: what is not
// canonical, or unusual in any other way, it leaves to that. Tests hold that
// where it answers, both agree and the line is canonical.

// scanLine reads the line that s starts with into c, up to the end of its last
// cell, and returns that end. It returns -1 unless the text is free of control
// characters, times are whole digits and six decimals, counts are 1 to 15 digits,
// there are twelve columns, and there is room to look ahead. What follows the last
// cell, the caller looks at.
func scanLine[T text](s T, c *columns) int {
	i := scanText(s, c)
	if i < 0 {
		return -1
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

// scanText finds the ends of the text cells, and returns where the times start. Most
// lines have all four in their first 64 bytes, so these are looked at together: which
// of eight words has a tab is chance, and to branch on it for each costs more.
func scanText[T text](s T, c *columns) int {
	from, i := 0, 0    // the bytes looked at last: s[from:i]
	marks := uint64(0) // their control characters not seen to yet
	for cell := range c.end {
		for marks == 0 {
			from = i
			if i <= len(s)-64 {
				b := s[i : i+64]
				marks = controls(word(b, 0)) | controls(word(b, 8))<<8 |
					controls(word(b, 16))<<16 | controls(word(b, 24))<<24 |
					controls(word(b, 32))<<32 | controls(word(b, 40))<<40 |
					controls(word(b, 48))<<48 | controls(word(b, 56))<<56
				i += 64
			} else if i <= len(s)-8 {
				marks = controls(word(s, i))
				i += 8
			} else {
				return -1
			}
		}
		end := from + bits.TrailingZeros64(marks)
		marks &= marks - 1
		if s[end] != '\t' {
			return -1
		}
		c.end[cell] = end
	}
	return c.end[colLabel-1] + 1
}

// controls has a bit for each byte of w, the lowest for the lowest: whether it is a
// control character, below 0x20 or 0x7f.
func controls(w uint64) uint64 {
	low := w &^ topBits
	// No sum carries from byte to byte, and in the product no two terms share a bit.
	mark := (^(low + 0x60*eachByte) | (low + eachByte)) &^ w & topBits
	return mark * 0x0002040810204081 >> 56
}

// text is what a line can be cut from.
type text interface{ string | []byte }

const (
	eachByte = 0x0101010101010101
	topBits  = 0x80 * eachByte
	zeros    = '0' * eachByte
)

// word is the eight bytes at s[i:], the first one lowest.
func word[T text](s T, i int) uint64 {
	b := s[i : i+8]
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

// scanTime reads the cell at s[i:], one to seven digits without leading zeros
// and six decimals, and returns where the next cell starts, which is not the end of s. Up to 2^53 the
// digits as an integer are exact, and so is 10^6: the one division rounds as
// reading the numeral does.
func scanTime[T text](s T, i int, ms *float64) int {
	if i > len(s)-16 {
		return -1
	}
	whole := word(s, i) ^ zeros
	n := bits.TrailingZeros64(nonDigits(whole)|1<<63) >> 3 // digits, seven at most
	if n == 0 || s[i] == '0' && n > 1 {
		return -1
	}
	i += n
	if s[i] != '.' {
		return -1
	}
	part := word(s, i+1) ^ zeros
	if nonDigits(part)<<8 != 0x80<<56 || byte(part>>48) != '\t'^'0' {
		return -1
	}
	whole <<= 64 - 8*n&63
	if n <= 2 { // eight digits in all, as most times have at most
		*ms = float64(eightDigits(whole>>48|part<<16)) / 1e6
	} else {
		*ms = float64(eightDigits(whole)*1e6+eightDigits(part<<16)) / 1e6
	}
	return i + len(".000000\t")
}

// scanCount reads the cell at s[i:], 1 to 15 digits without leading zeros, and
// returns where the next cell starts. No well-formed line ends within 16 bytes of it.
func scanCount[T text](s T, i int, count *int64) int {
	if i > len(s)-16 {
		return -1
	}
	first := s[i] - '0'
	if first <= 9 && s[i+1] == '\t' { // as kernels nearly always is
		*count = int64(first)
		return i + 2
	}
	if first == 0 {
		return -1
	}
	x := word(s, i) ^ zeros
	beyond := nonDigits(x)
	if beyond != 0 {
		n := bits.TrailingZeros64(beyond) >> 3
		i += n
		if n == 0 || s[i] != '\t' {
			return -1
		}
		*count = eightDigits(x << (64 - 8*n&63))
		return i + 1
	}
	y := word(s, i+8) ^ zeros
	n := bits.TrailingZeros64(nonDigits(y)|1<<63) >> 3
	i += 8 + n
	if s[i] != '\t' {
		return -1
	}
	*count = eightDigits(x)*tenTo[n] + eightDigits(y<<1<<(63-8*n&63)) // n may be 0
	return i + 1
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
	w := word(s, i)
	set := w >> 4 & 1
	wrong := w&flags[set].mask ^ flags[set].word
	c.FLOPsApprox = set == 1
	i += len("false\t") - int(set)

	w = word(s, i)
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

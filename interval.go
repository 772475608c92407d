package calibration

import (
	"math"
	"math/bits"
)

// An interval holds a real number x that is not computed in full:
// low*2^exp < x < high*2^exp. One division of 128 by 64 bits gives an interval
// so narrow that it nearly always tells what x rounds to; math/big is left for
// the rest, of which most are numbers that binary64 holds exactly.
type interval struct {
	low, high uint64
	exp       int
}

// over is the interval of a load's time over ms milliseconds,
// count*1000/(peak*ms). Its low is above 2^60-5, its high below 1000*2^54+1.
func (l load) over(ms float64) interval {
	hi, lo, exp := thousandfold(uint64(l.count))
	peak, peakExp := significand(l.peak)
	time, timeExp := significand(ms)
	// peak*time/2^64 is at least the divisor d, below d+1, and d >= 2^62. So the
	// quotient n/d is below 2^64, and n/(d+1) is less than 4 below it.
	divisor, _ := bits.Mul64(peak, time)
	q, _ := bits.Div64(hi, lo, divisor)
	return interval{q - 4, q + 1, exp - peakExp - timeExp - 64}
}

// plus is the interval of the sum of two numbers, whose intervals come from
// over: halved, they add up without overflow.
func (x interval) plus(y interval) interval {
	if x.exp < y.exp {
		x, y = y, x
	}
	x, y = x.coarser(1), y.coarser(1+x.exp-y.exp)
	return interval{x.low + y.low, x.high + y.high, x.exp}
}

// coarser is the interval in units that are 2^n times as large, widened to
// whole ones.
func (x interval) coarser(n int) interval {
	return interval{x.low >> n, x.high>>n + 1, x.exp + n}
}

// up is the least binary64 not below x, and +Inf above the greatest finite one;
// ok is false if the interval does not tell. It needs a low of more than 53 bits.
func (x interval) up() (v float64, ok bool) {
	drop := bits.Len64(x.low) - 53
	below := x.low >> drop // of 53 bits: below and below+1 are neighbours in binary64
	if (x.high-1)>>drop != below || x.exp+drop < -1074 {
		return 0, false
	}
	return math.Ldexp(float64(below+1), x.exp+drop), true
}

// thousandfold is count*1000 = (hi*2^64 + lo) * 2^exp, for a count above zero.
// Its hi is at least 1000*2^51 and below 1000*2^52 < 2^62.
func thousandfold(count uint64) (hi, lo uint64, exp int) {
	zeros := bits.LeadingZeros64(count)
	hi, lo = bits.Mul64(count<<zeros, 1000<<52)
	return hi, lo, -zeros - 52
}

// significand is v = s * 2^exp with the top bit of s set, for a finite v above zero.
func significand(v float64) (s uint64, exp int) {
	fraction, exp := math.Frexp(v) // exact for subnormals too
	return uint64(fraction*(1<<53)) << 11, exp - 64
}

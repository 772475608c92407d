package conformance

import (
	"fmt"
	"strings"
)

// wrongTable lists the faults of wrongPort: a slug, and what a porter in a hurry
// does. Faults of one kind in several columns, legs or counters are in wrongPorts.
const wrongTable = `
answers-blank-line-last  ends its answers with an empty line
answers-crlf  leaves standard output in text mode
answers-escaped-high  writes ? for what the locale cannot print
answers-lines-split-at-cr  splits requests at CR too
answers-lines-split-at-separators  splits requests where Unicode ends lines
answers-mark  writes a byte order mark first
answers-no-last-lf  joins its answers with LF, and ends the last with none
parse-blank-answered-ok  has an ok for blank requests
parse-cr-stripped  strips the CR of a request
parse-echoed  answers with the line it read
parse-error-explained  says what is wrong behind error
parse-line-limit  has the limit of files in parse mode
parse-line-limit-64k  has a line buffer of 64 KiB in parse mode
parse-line-trimmed  trims requests
parse-mark-stripped  strips a byte order mark from a request
parse-ok-blank  writes a blank behind ok

columns-9  reads the schema before the exactness flags
columns-10  reads ten columns as eleven less a flag
columns-11-flags-ignored  takes no flags from eleven columns
columns-11-flags-swapped  swaps the exactness flags of eleven columns
columns-11-lacks-model  takes the model time for what eleven columns lack
columns-11-lacks-opaque  takes the last flag for what eleven columns lack
columns-11-lacks-opaque-or-routine  guesses from the cells what eleven columns lack
columns-11-refused  knows twelve columns only
columns-11-routine-after-label  inserts the empty routine behind the label
columns-11-routine-before-digest  inserts the empty routine before the digest
columns-11-routine-first  inserts the empty routine before the backend
columns-11-routine-is-label  makes the label the routine too
columns-12-refused-without-routine  wants a routine in twelve columns
columns-13  ignores a thirteenth column
columns-13-if-empty  ignores a thirteenth column that is empty
columns-blanks  splits at blanks too
columns-commas  reads comma-separated lines
columns-flags-swapped  swaps the exactness flags in the fit
columns-flops-bytes-swapped  swaps flops and bytes in the fit
columns-leading-tab-dropped  drops a TAB before the line
columns-missing-are-false  takes missing flags for false
columns-more-ignored  ignores all columns from the thirteenth on
columns-quoted  takes quotes off cells
columns-runs-of-tabs  takes a run of TABs for one
columns-trailing-tab-dropped  drops a TAB behind the line
columns-trimmed  trims cells
columns-whitespace  splits at any white space
line-blanks-trimmed  trims blanks off the lines of a file
line-comment-cut  cuts lines at #
line-decoded-as-latin1  decodes lines as Latin-1 and encodes them as UTF-8
line-ends-at-nul  ends a line at a NUL
line-trimmed  trims the lines of a file
line-trimmed-right  trims the ends of the lines of a file

row-kernels-below-one-refused  refuses kernels below one
row-last-cell-unchecked  does not check the last cell
row-negative-count-made-zero  reads a negative count as zero
row-negative-count-refused  refuses a negative count
row-negative-model-refused  refuses a negative model time
row-negative-time-made-positive  drops the sign of a time
row-negative-time-refused  refuses a negative time
row-zero-time-refused  refuses a time of zero

text-ascii-only  refuses text that is not ASCII
text-backend-lower-case  folds the case of the backend
text-backslash-escapes  undoes backslash escapes
text-control-refused  refuses control characters
text-cr-refused  refuses a CR in text
text-cr-removed  removes CRs from text
text-cut-at-255  cuts text at 255 bytes
text-empty-backend-refused  refuses an empty backend
text-empty-digest-refused  refuses an empty digest
text-empty-label-refused  refuses an empty label
text-empty-refused  refuses empty text
text-limit-1024  has the limit of numbers for text
text-limit-65535  has a limit of 65535 bytes for text
text-not-utf8-refused  refuses text that is not UTF-8
text-not-utf8-replaced  decodes text and replaces what is not UTF-8
text-nul-accepted  lets NUL through in text
text-nul-ends-it  ends text at a NUL
text-nul-removed  removes NULs from text
text-trimmed  trims text
text-trimmed-right  trims the blanks behind text

number-binary32  reads numbers into 32 bits
number-blank-before  skips blanks before a number
number-blank-behind  skips blanks behind a number
number-blank-inside  skips blanks inside a number
number-by-powers  multiplies the digits by a rounded power of ten
number-comma  takes a decimal comma
number-cr-behind  takes a CR behind a number
number-digits-17  reads 17 digits of a number
number-digits-19  reads 19 digits of a number
number-digits-40  reads 40 digits of a number
number-digits-100  reads 100 digits of a number
number-digits-767  reads 767 digits of a number
number-digits-800  reads 800 digits of a number
number-empty-is-zero  reads nothing as zero
number-exponent-capital-refused  refuses E
number-exponent-d  takes d for e
number-exponent-empty  takes an exponent without digits
number-exponent-int32-refused  refuses exponents beyond 32 bits
number-exponent-leading-zero-refused  refuses zeros before an exponent
number-exponent-minus-refused  refuses a minus before an exponent
number-exponent-plus-refused  refuses a plus before an exponent
number-exponent-refused  refuses exponents
number-exponent-three-digits-refused  refuses exponents of four digits
number-exponent-wraps  reads exponents into 32 bits
number-extended  reads into 64 bits of precision first and rounds twice
number-fraction  takes fractions
number-grouped  takes grouped digits
number-hex  takes hexadecimal
number-hex-float  takes hexadecimal floats
number-inf  takes inf
number-infinity  takes infinity
number-leading-zeros-refused  refuses leading zeros
number-limit-64  has a limit of 64 bytes
number-limit-1023  has a limit of 1023 bytes
number-limit-1025  has a limit of 1025 bytes
number-limit-none  has no limit for a number
number-limit-without-leading-zeros  does not count leading zeros
number-limit-without-minus  does not count the minus
number-mark-before  skips a byte order mark before a number
number-minus-minus  takes two minuses
number-minus-only  takes a minus for zero
number-minus-refused  refuses a minus
number-minus-zero-refused  refuses -0
number-nan  takes nan
number-nbsp  trims no-break spaces
number-needs-point  wants a point in a number
number-nul-ends-it  ends a number at a NUL
number-null  takes null
number-overflow-above-greatest  refuses what is above the greatest binary64 but rounds to it
number-overflow-clamped  reads what overflows as the greatest binary64
number-overflow-infinite  lets what overflows be infinite
number-plus  takes a leading plus
number-point-end  takes a point at the end
number-point-start  takes a point at the start
number-quoted  takes quotes around a number
number-rounded-down  rounds the decimal down
number-second-point-ignored  ignores a second point
number-subnormal-refused  takes the ERANGE of a subnormal for an error
number-subnormal-zero  flushes subnormals to zero
number-suffix-f  takes a suffix f
number-ties-up  rounds ties of a decimal up
number-trailing-garbage  ignores what follows a number
number-trimmed  trims what isspace knows
number-true  takes true for one
number-underflow-refused  takes the ERANGE of an underflow for an error
number-underscore  takes underscores
number-unicode-digits  takes the digits of Unicode
number-unicode-minus  takes the minus of Unicode
number-unit  takes a unit
model-bad-is-none  takes a bad model time for none
model-blank-is-none  takes blanks for no model time
model-empty-is-zero  reads no model time as zero
model-empty-refused  wants a model time
model-ignored  does not keep the model time
model-minus-is-none  takes a minus for no model time
model-nan-is-none  takes nan for no model time
model-none-is-none  takes none for no model time
model-zero-is-none  takes zero for no model time

integer-18-digits  refuses integers of nineteen digits
integer-32-bit  refuses integers beyond 32 bits
integer-53-bit  refuses integers beyond 53 bits
integer-63-bit  refuses integers beyond 63 bits, as in OCaml
integer-63-bit-wraps  wraps integers at 63 bits, as in OCaml
integer-binary  takes 0b
integer-blank-before  skips blanks before an integer
integer-blank-behind  skips blanks behind an integer
integer-clamped  reads what overflows as the greatest or least integer
integer-cr-behind  takes a CR behind an integer
integer-empty-is-zero  reads nothing as zero
integer-exponent  takes an exponent
integer-float  reads integers as binary64
integer-grouped  takes grouped digits
integer-hex  takes 0x
integer-leading-zero-octal  reads a leading zero as octal
integer-leading-zeros-refused  refuses leading zeros
integer-least-refused  negates after reading, and refuses the least integer
integer-limit-20  has a limit of 20 bytes
integer-limit-1023  has a limit of 1023 bytes
integer-limit-1025  has a limit of 1025 bytes
integer-limit-none  has no limit for an integer
integer-minus-minus  takes two minuses
integer-minus-only  takes a minus for zero
integer-minus-refused  refuses a minus
integer-minus-zero-refused  refuses -0
integer-nul-ends-it  ends an integer at a NUL
integer-octal  takes 0o
integer-plus  takes a leading plus
integer-point-truncated  cuts an integer at the point
integer-point-zero  takes .0 behind an integer
integer-quoted  takes quotes around an integer
integer-suffix  takes a suffix
integer-trailing-garbage  ignores what follows an integer
integer-trimmed  trims integers
integer-underscore  takes underscores
integer-unicode-digits  takes the digits of Unicode
integer-unsigned-32  refuses integers beyond 32 bits without sign
integer-unsigned-64  reads integers up to 2^64 and keeps the bits
integer-unsigned-prefix  takes 0u
integer-wraps  wraps integers at 64 bits
kernels-32-bit  refuses kernels beyond 32 bits
kernels-32-bit-wraps  wraps kernels at 32 bits
kernels-empty-is-one  reads empty kernels as one
kernels-float  reads kernels as binary64
kernels-unsigned  refuses negative kernels
flops-empty-is-zero  reads empty flops as zero
flops-float  reads flops as binary64
bytes-empty-is-zero  reads empty bytes as zero
bytes-float  reads bytes as binary64

flag-any-case  takes flags of any case
flag-capital  takes True and False
flag-cr-behind  takes a CR behind a flag
flag-digit  takes 0 and 1
flag-empty-is-false  takes nothing for false
flag-nul-ends-it  ends a flag at a NUL
flag-other-is-false  takes whatever is not true for false
flag-other-is-true  takes whatever is not false for true
flag-prefix-of-cell  ignores what follows a flag
flag-prefix-of-word  takes the beginning of a flag
flag-short  takes t and f
flag-trimmed  trims flags
flag-yes-no  takes yes and no

clean-all-control  cleans all control characters when writing
clean-backslash-doubled  doubles backslashes when writing
clean-blanks-are-one  makes one blank of several when writing
clean-crlf-is-one  makes one blank of CR LF
clean-delete  cleans 7F when writing
clean-escaped  escapes the barred bytes
clean-first-only  cleans the first of each barred byte
clean-high-refused  writes ? for what is not ASCII
clean-latin1  writes bytes from 80 on as Latin-1 in UTF-8
clean-nel  cleans NEL when writing
clean-not  cleans nothing when writing
clean-not-utf8  replaces what is not UTF-8 when writing
clean-question-mark  writes ? for barred bytes
clean-quotes-removed  removes quotes when writing
clean-removed  removes the barred bytes
clean-runs-are-one  makes one blank of several barred bytes
clean-trimmed  trims text before it cleans
clean-trimmed-after  trims text after it has cleaned
clean-u2028  cleans U+2028 when writing
clean-vt-ff  cleans vertical tabs and form feeds when writing
emit-barred-refused  refuses rows with barred bytes
emit-escapes-kept  does not undo the escapes of a request
emit-text-ends-at-nul  ends text at a NUL
emit-unescaped-one-after-another  undoes escapes by one replacement after another
write-11-columns-without-routine  writes eleven columns if there is no routine
write-commas  writes commas between the cells
write-flag-capital  writes True and False
write-flag-digit  writes flags as digits
write-flags-swapped  swaps the exactness flags
write-integer-32-bit  writes 32 bits of an integer
write-integer-6-digits  writes integers with %g
write-integer-float  writes integers by way of binary64
write-integer-grouped  groups digits
write-integer-plus  writes a plus
write-integer-short  writes integers as a shortest float
write-integer-unsigned  writes integers without sign
write-measured-as-model  writes the measured time twice
write-negative-model-as-none  writes no negative model time
write-no-model-as-blank  writes a blank for no model time
write-no-model-as-nan  writes nan for no model time
write-no-model-as-zero  writes zero for no model time
write-quoted  quotes text that holds blanks
write-trailing-tab  ends each cell with a TAB
write-zero-model-as-none  writes no model time of zero

floor-3-decimals  writes microseconds
floor-9-decimals  writes nine decimals
floor-always-one-less  takes a nanosecond off whatever is not exact
floor-comma  writes a decimal comma
floor-compared-exactly  compares the numeral, not what it reads back as
floor-cut-17-digits  floors the 17 digits of the value
floor-exact  floors the exact value, though the next numeral reads back as it
floor-large-17-digits  writes 17 digits of large times
floor-large-exact  floors the exact value from 2^33 on
floor-large-from-2-32  floors nothing from 2^32 on
floor-large-greatest  writes the greatest numeral that reads back from 2^33 on
floor-large-half-away  rounds ties away from zero from 2^33 on
floor-large-half-up  rounds ties up from 2^33 on
floor-large-not-exponent  writes an exponent from 1e21 on, as toFixed of JavaScript
floor-minus-half  rounds the value less half a nanosecond
floor-minus-zero  writes -0.000000
floor-model-not  rounds model times to nearest
floor-model-shortest  writes all digits of model times
floor-model-with-float  floors model times in binary64
floor-negative-not  rounds negative times to nearest
floor-negative-steps-up  steps negative times towards zero
floor-no-leading-zero  writes no zero before the point
floor-not  rounds to nearest
floor-of-shortest  cuts the shortest decimal
floor-shortest  writes all digits
floor-step-in-binary64  takes the nanosecond off the numeral in binary64
floor-step-of-value-in-binary64  takes the nanosecond off the value in binary64
floor-tiny-is-a-nano  stores positive times as a nanosecond at least
floor-toward-zero  cuts negative times towards zero
floor-toward-zero-on-correction  takes negative numerals below the value for wrong
floor-with-epsilon  floors the product and a bit
floor-with-float  floors the product in binary64
floor-with-int64  floors the product into an int64
floor-with-relative-epsilon  floors a slightly greater product
floor-with-round  rounds the product
floor-zero-first  mends -0.000000 before it compares
floor-zeros-trimmed  writes no zeros at the end

utf16-big-unnoticed  knows little-endian UTF-16 only
utf16-decoded  decodes UTF-16 and reads it
utf16-little-unnoticed  knows big-endian UTF-16 only
utf16-mark-anywhere  looks for a UTF-16 mark anywhere
utf16-mark-suffices  takes a UTF-16 mark for UTF-16 without a NUL
utf16-unnoticed  reads UTF-16 as any file
utf16-window-4096  looks for a NUL in the first 4096 bytes
utf16-window-after-mark  does not count the mark in the window
utf16-window-first-line  looks for a NUL in the first line
utf16-window-none  looks for a NUL in the whole file
utf16-window-one-less  looks for a NUL in a window one byte short
utf16-window-one-more  looks for a NUL in a window one byte long
utf16-window-third-byte  looks for a NUL right behind the mark
utf16-without-mark  takes any file with a NUL for UTF-16
file-empty-crashes  dies of an empty file
file-ends-at-control-z  ends a file at 1A, as text mode does
file-ends-at-nul  ends a file at a NUL
file-first-64k  reads one buffer of 64 KiB
file-first-megabyte  reads one buffer of 1 MiB
file-not-utf8-refused  refuses files that are not UTF-8
file-not-utf8-replaced  replaces what is not UTF-8 in a file
file-nul-refused  refuses files with a NUL
file-nuls-removed  removes NULs from a file
end-cr-alone  ends lines at a CR alone
end-crlf-across-64k-not-stripped  keeps a CR whose LF is in the next buffer
end-crlf-not-stripped  keeps the CR before a LF
end-crlf-only-where-first  strips CRs only if the first line has one
end-crs-removed  removes all CRs
end-crs-stripped  strips all CRs before a LF
end-ff  ends lines at form feeds
end-fs-gs-rs  ends lines at FS, GS and RS, as splitlines of Python
end-lf-cr  takes LF CR for a terminator
end-nel  ends lines at NEL
end-nel-latin1  ends lines at the byte 85
end-nul  ends lines at NUL
end-u2028  ends lines at U+2028
end-u2029  ends lines at U+2029
end-us  ends lines at US
end-vt  ends lines at vertical tabs
mark-after-first-line-end  skips a byte order mark behind a blank first line
mark-everywhere  removes all byte order marks
mark-half  skips half a byte order mark
mark-kept  keeps the byte order mark
mark-makes-first-line-malformed  drops the line behind a byte order mark
mark-on-each-line  skips a byte order mark on each line
mark-twice  skips two byte order marks
mark-utf16  skips UTF-16 marks
last-cr-kept  keeps a CR at the end of the file
last-crs-stripped  drops all CRs at the end of the file
last-without-lf-dropped  drops a last line without LF
limit-64k  has a limit of 65536 bytes
limit-1000000  has a limit of a million bytes
limit-aborts  ends the file at an overlong line
limit-continues  takes the rest of an overlong line for a line
limit-costs-next  drops the line behind an overlong one
limit-counts-characters  counts characters
limit-counts-cr  counts the CR of CR LF
limit-counts-last-cr  counts a CR at the end of the file
limit-counts-lf  counts the LF
limit-counts-mark  counts the byte order mark
limit-crashes  dies of an overlong line
limit-cuts  cuts an overlong line and reads it
limit-none  has no limit
limit-one-less  refuses a line of exactly the limit
limit-one-more  reads a line one byte over the limit
limit-refuses-file  refuses a file with an overlong line
blank-ends-file  ends the file at a blank line
blank-founds-group  makes a row of a blank line
blank-refuses-file  refuses a file with a blank line
blank-tabs-are-a-row  makes a row of eleven TABs
comment-skipped  skips lines that start with #
comment-semicolon-skipped  skips lines that start with ;
comment-slashes-skipped  skips lines that start with //
header-skipped  skips the first line
header-word-skipped  skips a first line that looks like a header
malformed-costs-next  drops the line behind a malformed one
malformed-costs-previous  drops the row before a malformed line
malformed-counts-opaque  counts a malformed line as opaque
malformed-crashes  dies of a malformed line
malformed-ends-file  ends the file at a malformed line
malformed-founds-group  founds a group on a malformed line
malformed-joined-with-next  joins a short line with the next
malformed-refuses-file  refuses a file with a malformed line
malformed-repeats-previous  counts the row before a malformed line twice

rows-below-a-nano-dropped  drops rows of less than a nanosecond
rows-kernels-below-one-dropped  drops rows of kernels below one
rows-last-dropped  drops the last row
rows-model-needed  fits rows with a model time only
rows-negative-count-dropped  drops rows with a negative count
rows-repeated-dropped  drops rows that come again
rows-reversed  reads rows backwards
rows-same-digest-dropped  keeps one row of each digest
rows-sorted-by-digest  sorts rows by digest
rows-sorted-by-time  sorts rows by time
rows-violating-dropped  drops violating rows
group-adjacent  groups adjacent rows only
group-all-one  fits all backends together
group-any-case  groups backends whatever their case
group-by-routine  groups by routine too
group-empty-dropped  drops rows of an empty backend
group-empty-joins-first  gives rows of an empty backend to the first group
group-first-eight-bytes  groups by the first bytes of backends
group-last-appearance  orders groups by their last rows
group-only-first  reports the first group only
group-opaque-founds-none  founds no group on an opaque row
group-printed-name  groups by the name as it is printed
group-reversed  reports groups backwards
group-sorted  sorts groups
group-timed-first  sorts groups by their rows
group-trimmed  groups by the trimmed name
group-untimed-founds-none  founds no group on an untimed row
group-untimed-no-section  reports no group without timed rows
group-utf8  groups by the name as decoded from UTF-8

counts-float  turns counts into binary64
time-and-model-floored  floors all times first
time-binary32  keeps times in 32 bits
time-decimal  takes the decimal that was read for exact
time-floored  floors times first
time-in-ms  forgets the thousand
time-is-model  fits model times
time-nanoseconds  cuts times to whole nanoseconds
time-seconds-by-product  multiplies by 0.001
time-seconds-rounded  divides by 1000 in binary64
time-six-decimals  rounds times to six decimals first
timed-above-a-nano  wants more than a nanosecond
timed-exact  takes approximate rows for untimed
timed-from-a-nano  wants a nanosecond at least
timed-kernels  wants a kernel
timed-not-zero  takes negative times for times
timed-opaque  takes opaque rows for timed
timed-some-exact  takes rows approximate on both legs for untimed
timed-with-counts  wants a count
timed-zero  has >= for > 0
multi-32-bit  keeps kernels in 32 bits
multi-from-one  has >= 1 for > 1
multi-from-three  has > 2 for > 1
multi-not-one  has != 1 for > 1
multi-only-two  has == 2 for > 1
multi-unsigned  keeps kernels without sign
rate-count-float  rounds the count first
rate-float  computes count / (ms / 1000) in binary64
rate-float-product-first  computes count * 1000 / ms in binary64
rate-float-product-last  computes count / ms * 1000 in binary64
rate-integer  divides integers
up-always-one-more  takes the next binary64 always
up-binary32  rounds to 32 bits
up-down  rounds down
up-infinite-clamped  has the greatest binary64 for what overflows
up-integer  rounds up to an integer
up-nearest  rounds to nearest
up-one-more-if-inexact  takes the next binary64 though the nearest is above
up-times-epsilon  multiplies by 1 + 2^-52
leg-compared-in-cross-products  compares rounded cross products
leg-compared-in-float  compares rounded rates
leg-compared-in-float-last  compares rounded rates, and the last wins
leg-compared-in-float-product  compares count * 1000 / ms as rounded
leg-compared-rounded-up  compares rates rounded up
leg-compared-tolerant  compares with a tolerance
leg-counts-abs  drops the sign of counts
leg-first  takes the first row
leg-greatest-count  takes the greatest count
leg-last  takes the last row
leg-least-rate  takes the least rate
leg-least-time  takes the least time
leg-tie-greater-count  decides ties by the greater count
leg-tie-last  has >= for >: the last of ties wins
leg-tie-single-kernel  prefers single-kernel rows in ties
leg-tie-smaller-count  decides ties by the smaller count
leg-tie-witness-order  decides ties by the witness
leg-witness-row-shared  keeps one witness for both legs

slack-abs-counts  drops the sign of counts
slack-all-kernels  lets rows of any number of kernels force slack
slack-below-one  applies ratios below one too
slack-both-approx  compares the flags with each other
slack-bumped-legs  takes the printed constants for the ratio
slack-bytes-approx  lets rows with approximate bytes force slack
slack-compared-in-float  compares rounded ratios
slack-compute-only  raises the compute constant only
slack-divides  divides the constants by the slack
slack-exact-in-product  raises by the exact ratio, not by the slack
slack-first  takes the first ratio above one
slack-float  computes the ratio in binary64
slack-float-product  computes the ratio in binary64, with a product
slack-float-terms  computes the ratio in binary64, term by term
slack-flops-approx  lets rows with approximate flops force slack
slack-from-one  has >= 1 for > 1
slack-greater-leg  takes the greater term, not the sum
slack-hull-corners  keeps the corners of the convex hull only
slack-infinite-leg-greatest  takes the greatest binary64 for an infinite leg
slack-last  takes the last ratio above one
slack-least  takes the least ratio above one
slack-memory-only  raises the memory constant only
slack-missing-leg-is-two  has a slack of two where a leg is missing
slack-missing-leg-is-zero  divides by a leg that is missing
slack-nearest  rounds the slack to nearest
slack-nearest-legs  takes constants rounded to nearest for the ratio
slack-none  knows no slack
slack-not-applied  prints the slack only
slack-not-one-kernel  lets rows of kernels below one force slack
slack-of-all-groups  applies the greatest slack to all groups
slack-of-group-before  keeps the slack of the group before
slack-one-more  takes the next binary64 for the slack
slack-opaque  lets opaque rows force slack
slack-product-nearest  rounds the raised constants to nearest
slack-product-of-rates  raises the exact rates
slack-rounded-printed  rounds the slack up to what is printed
slack-row-by-row  raises the constants row by row
slack-running-best  keeps the row of the greatest ratio so far
slack-running-legs  takes the ratio with the legs so far
slack-single-kernel  lets single-kernel rows force slack
slack-squared  applies the slack twice
slack-three-kernels  lets rows of three kernels force slack
slack-tie-last  has >= for >: the last of ties is the witness
slack-times-kernels  multiplies the greater term by the kernels
slack-tolerant  overlooks slacks near one
slack-two  has a slack of two
slack-undominated-later  keeps the later of equal rows
slack-undominated-one-leg  keeps the row that is greatest on one leg
slack-unrounded-legs  takes the exact rates for the ratio
slack-untimed  lets untimed rows force slack
slack-without-model-only  lets rows with a model time force no slack
slack-witness-of-legs  makes the row that forces slack the witness of the legs
count-all-in-rows  counts all rows
count-approx-else  counts rows approximate on both legs once, as flops
count-approx-not-in-rows  counts no approximate rows among the timed ones
count-approx-only-one  counts rows approximate on both legs once, as bytes
count-approx-positive  counts approximate rows only if they have a count
count-bytes-approx-of-all  counts approximate bytes of all rows
count-flops-approx-of-all  counts approximate flops of all rows
count-multi-exact  counts exact multi-kernel rows only
count-opaque-in-rows  counts opaque rows as timed
count-opaque-timed-only  counts opaque rows of a time only
count-violations-once  notes violations, and does not count them
violation-absolute  compares times without sign
violation-binary32  compares times in 32 bits
violation-bytes-approx  lets rows with approximate bytes violate
violation-either-exact  lets rows that are exact on one leg violate
violation-equal  has >= for >
violation-floored  compares floored times
violation-flops-approx  lets rows with approximate flops violate
violation-model-floored  floors the model time
violation-model-positive  wants a model time above zero
violation-model-zero-is-none  takes zero for no model time
violation-multi-kernel  lets multi-kernel rows violate only
violation-needs-counts  wants a count
violation-opaque  lets opaque rows violate
violation-reversed  compares the wrong way
violation-single-kernel  lets single-kernel rows violate only
violation-timed-only  lets timed rows violate only
violation-tolerant  compares with a tolerance
violation-tolerant-absolute  compares with a nanosecond of tolerance
violation-without-model  takes an absent model time for zero

witness-blank-routine-is-empty  takes a blank routine for none
witness-colon  writes : for /
witness-cut-at-80  cuts names at 80 bytes
witness-cut-at-1024  cuts names at 1024 bytes
witness-digest-brackets  writes brackets around the digest
witness-digest-only  names rows by their digest
witness-empty-digest-left-out  writes no empty parentheses
witness-label-first  writes label/routine
witness-label-only  names rows by their label
witness-no-blank  writes no blank before the digest
witness-no-slash-without-label  writes no slash before an empty label
witness-nothing-left-out  writes nothing for a row without text
witness-slash-always  writes a slash behind an empty routine
witness-trimmed  trims the parts of a witness
witness-whole-trimmed  trims a witness
witness-with-backend  writes the backend first
witness-without-digest  writes no digest
print-clean-as-stored  cleans names as rows are cleaned
print-clean-c1  cleans the bytes 80 to 9F
print-clean-characters  cleans the control characters of Unicode
print-clean-equals  cleans =
print-clean-escaped  escapes control characters
print-clean-hash  cleans #
print-clean-high  cleans all bytes from 80 on
print-clean-latin1  prints bytes from 80 on as Latin-1 in UTF-8
print-clean-line-ends-only  cleans CR and LF only
print-clean-not-utf8  replaces what is not UTF-8
print-clean-question-mark  prints ? for control characters
print-clean-removed  removes control characters
print-clean-runs-are-one  makes one space of several control characters
print-clean-separators  cleans line separators of Unicode
print-clean-space-too  prints _ for control characters and blanks
print-clean-trimmed  trims names
print-clean-without-1f  cleans up to 1E
print-clean-without-cr  does not clean CR
print-clean-without-delete  does not clean 7F
print-clean-without-escape  does not clean ESC
print-quoted  prints quotes around names
print-uncleaned  prints names as they are
print-binary32  prints 32 bits
print-comma  prints a decimal comma
print-cut-exactly  cuts the exact value, not ten digits
print-cut-to-eight  cuts ten digits to eight
print-cut-to-six  cuts ten digits to six
print-cut-up  rounds seven digits up
print-engineering  prints T and G
print-exponent-capital  prints E
print-exponent-negative-zero-kept  prints a zero before a negative exponent
print-exponent-no-plus  prints no plus
print-exponent-one-left-out  prints no exponent of one
print-exponent-padded  prints exponents of two digits, as C does
print-exponent-padded-minus  prints negative exponents of two digits
print-exponent-three-digits  prints exponents of three digits
print-exponent-zero-kept  prints e+0
print-exponent-zeros-removed  removes all zeros from an exponent
print-exponent-zeros-trimmed-behind  trims zeros behind an exponent
print-f  prints with %f
print-g  prints with %g
print-rounded-to-seven  rounds to seven digits
print-rounded-to-eleven  rounds to eleven digits before it cuts
print-rounded-to-sixteen  rounds to seventeen digits before it cuts
print-rounded-twice  rounds the ten digits again
print-shortest  prints all digits
print-uncut  prints ten digits
print-zeros-trimmed  prints no zeros at the end
bump-added  adds two millionths of the value, rounded twice
bump-added-constant  adds 0.000002
bump-after-cut  bumps what is already cut
bump-binary32-factor  has the factor in 32 bits
bump-divides  divides by the factor
bump-down  rounds the bump down
bump-exact-factor  multiplies by exactly 1.000002
bump-missing  does not bump
bump-of-slack  bumps the slack too
bump-one-millionth  bumps by one millionth
bump-overflow-clamped  has the greatest binary64 where the bump overflows
bump-ten-millionths  bumps by ten millionths
bump-twice  bumps twice
bump-two-percent  bumps by two percent
bump-up  rounds the bump up
report-approx-swapped  swaps the approximate counters
report-backend-lower-case  prints the backend in lower case
report-backend-quoted  prints quotes around the backend
report-backend-trimmed  trims the backend
report-backend-uncleaned  prints the backend as it is
report-blank-line-after  ends a section with a blank line
report-blank-line-between  prints a blank line between sections
report-capital-leg  prints Compute and Memory
report-empty-backend-named  has a name for the empty backend
report-empty-is-lf  prints a LF for no envelopes
report-empty-says-so  prints a comment for no envelopes
report-header-left-out  prints no header
report-header-twice-with-slack  prints the header twice
report-infinite-bump-not-applied  prints the constant without a bump that overflows
report-infinite-bump-unnoticed  prints inf where the bump overflows
report-infinite-is-none  prints the line of no constant for an infinite one
report-infinite-left-out  prints nothing for an infinite constant
report-infinite-printed  prints inf
report-infinite-uncleaned  prints the witness of an infinite constant as it is
report-infinite-with-witness-line  prints the witness of an infinite constant twice
report-infinite-without-witness  prints no witness of an infinite constant
report-legs-swapped  swaps the legs
report-memory-first  prints the memory leg first
report-memory-key-short  has another key
report-no-last-lf  ends the report without LF
report-no-violations-left-out  prints no violations if there are none
report-none-both-lines  prints two lines for no constant
report-none-is-infinite  prints the line of an infinite constant for none
report-none-is-zero  prints a constant of zero for none
report-none-left-out  prints nothing for no constant
report-none-names-leg  names the leg, not the key
report-none-setting-empty  prints an empty setting
report-opaque-left-out  prints no opaque counter of zero
report-opaque-multi-swapped  swaps the opaque and the multi-kernel counter
report-rows-violations-swapped  swaps the first and the last counter
report-rule-between  prints a # between sections
report-setting-colon  prints a colon for =
report-setting-comment  prints a comment behind a setting
report-setting-first  prints the setting before its witness
report-setting-indented  indents settings
report-setting-spaced  prints blanks around =
report-slack-always  prints a slack line without slack
report-slack-first  prints the slack before the header
report-slack-last  prints the slack last
report-slack-left-out  prints no slack line
report-slack-left-out-if-infinite  prints no slack line beside an infinite constant
report-slack-left-out-if-one  prints no slack line of 1.000000
report-slack-six-decimals  prints the slack with %f
report-slack-uncleaned  prints the witness of the slack as it is
report-slack-without-witness  prints no witness of the slack
report-without-constants-dropped  prints no section without constants
report-witness-left-out  prints no witnesses
`

// A wrong is a fault of wrongPort.
type wrong struct{ slug, does string }

// wrongPorts are all faults.
func wrongPorts() (wrongs []wrong) {
	for line := range strings.Lines(wrongTable) {
		if line = strings.TrimSpace(line); line != "" {
			slug, does, _ := strings.Cut(line, "  ")
			wrongs = append(wrongs, wrong{slug, does})
		}
	}
	add := func(does, slug string, names ...string) {
		for _, name := range names {
			wrongs = append(wrongs, wrong{fmt.Sprintf(slug, name), fmt.Sprintf(does, name)})
		}
	}
	for _, column := range textColumnNames {
		add("forgets to clean "+strings.ReplaceAll(column, "%", "%%")+" of %s", "clean-"+column+"-%s-kept", "tab", "lf", "cr", "nul")
	}
	add("lets NUL through in %s", "text-nul-accepted-in-%s", textColumnNames...)
	add("takes whatever is not true for false in %s", "flag-other-is-false-%s", flagColumnNames...)
	legs := []string{"compute", "memory"}
	add("feeds approximate counts to the %s leg", "leg-approx-%s", legs...)
	add("feeds fully exact rows only to the %s leg", "leg-fully-exact-%s", legs...)
	add("feeds opaque rows to the %s leg", "leg-opaque-%s", legs...)
	add("feeds untimed rows to the %s leg", "leg-untimed-%s", legs...)
	add("feeds no multi-kernel rows to the %s leg", "leg-multi-kernel-not-%s", legs...)
	add("has >= 0 for the count of the %s leg", "leg-zero-count-%s", legs...)
	add("has != 0 for the count of the %s leg", "leg-negative-count-%s", legs...)
	add("wants both counts for the %s leg", "leg-other-count-needed-%s", legs...)
	add("prints the witness of the %s leg as it is", "report-%s-uncleaned", legs...)
	counters := []string{"rows", "multi", "flops-approx", "bytes-approx"}
	add("counts untimed rows in %s", "count-untimed-%s", counters...)
	add("counts opaque rows in %s", "count-opaque-%s", counters...)
	nouns := []string{"rows", "violations"}
	add("always prints the s of %s", "report-plural-%s-always", nouns...)
	add("never prints the s of %s", "report-plural-%s-never", nouns...)
	add("prints no s of %s for zero", "report-plural-%s-not-zero", nouns...)
	add("prints (s) for %s", "report-plural-%s-parentheses", nouns...)
	return wrongs
}

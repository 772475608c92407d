#!/usr/bin/env python3
"""A port of the calibration format: reads, writes and fits calibration files as SPEC.md says.

    port.py parse | fit | emit        (the port protocol, appendix B)

The numbers in comments are clauses of SPEC.md, and this file follows their order. Text stays bytes and is
never decoded. All arithmetic of the fit is in fractions; a float is one, and Fraction takes it as it is.
"""

import io
import itertools
import math
import re
import sys
from collections import namedtuple
from fractions import Fraction

# ---- 2 The row ----


class Row(namedtuple('Row', 'backend digest routine label measured_ms model_ms kernels flops bytes '
                            'flops_approx bytes_approx opaque')):  # 2.1; model_ms may be None
    @property
    def timed(self):  # 2.3
        return not self.opaque and math.isfinite(self.measured_ms) and self.measured_ms > 0

    @property
    def fully_exact(self):  # 2.3
        return not self.flops_approx and not self.bytes_approx

    @property
    def multi_kernel(self):  # 2.3
        return self.kernels > 1

    @property
    def violating(self):  # 2.3
        return (self.fully_exact and not self.opaque
                and self.model_ms is not None and self.model_ms > self.measured_ms)

    @property
    def witness(self):  # 2.4
        name = self.routine + b'/' + self.label if self.routine else self.label
        return b'%s (%s)' % (name, self.digest)

    @property
    def time(self):  # 6.3: exact, in seconds
        return Fraction(self.measured_ms) / 1000


# ---- 3 Reading one line ----

NUMBER = re.compile(rb'-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?')  # 3.5
INTEGER = re.compile(rb'-?[0-9]+')  # 3.8
FLAGS = {b'true': True, b'false': False}  # 3.10


class Malformed(Exception):
    """No row. The message says why (3.14); a library would tell the kinds apart as well."""


def read_text(cell):  # 3.4
    if b'\0' in cell or b'\n' in cell:
        raise Malformed('text without NUL and LF')
    return cell


def check_numeral(cell, pattern):  # 3.9, then 3.5 or 3.8
    if len(cell) > 1024:
        raise Malformed('at most 1024 bytes')
    if not pattern.fullmatch(cell):
        raise Malformed('a plain decimal')


def read_number(cell):  # 3.6, 3.7: float() rounds to nearest, however many digits there are
    check_numeral(cell, NUMBER)
    value = float(cell)
    if math.isinf(value):
        raise Malformed('a number within the range of binary64')
    return value


def read_optional_number(cell):  # 3.11
    return read_number(cell) if cell else None


def read_integer(cell):  # 3.8
    check_numeral(cell, INTEGER)
    value = int(cell)
    if not -2**63 <= value < 2**63:
        raise Malformed('an integer within 64 bits')
    return value


def read_flag(cell):  # 3.10
    if cell not in FLAGS:
        raise Malformed('true or false')
    return FLAGS[cell]


MEASUREMENTS = [read_number, read_optional_number] + 3 * [read_integer] + 3 * [read_flag]


def read_cells(cells, read_text_cell):  # 3.3: from left to right, up to the first bad one
    if len(cells) != 12:
        raise Malformed('a line of %d columns' % len(cells))
    values = []
    for name, cell, read in zip(Row._fields, cells, 4 * [read_text_cell] + MEASUREMENTS):
        try:
            values.append(read(cell))
        except Malformed as expected:
            column = len(values) + 1
            raise Malformed('column %d, %s: %r is not %s' % (column, name, cell[:80], expected)) from None
    return Row(*values)


def read_line(line):  # 3.2
    cells = line.split(b'\t')
    if len(cells) == 9:
        raise Malformed('9 columns: the old schema without exactness flags, which no fit can use')
    if len(cells) == 11:
        cells.insert(2, b'')  # written before there was a routine
    return read_cells(cells, read_text)


# ---- 4 Writing one line ----

CLEAN_CELL = bytes.maketrans(b'\t\n\r\0', 4 * b' ')  # 4.2


def write_time(value):  # 4.6
    if not math.isfinite(value):
        raise ValueError('a time must be finite')  # 4.4
    numeral = b'%.6f' % value
    millionths = int(numeral.replace(b'.', b''))
    if float(numeral) > value:
        millionths -= 1
    sign = b'-' if millionths < 0 else b''
    return b'%s%d.%06d' % (sign, *divmod(abs(millionths), 10**6))


def write_line(row):  # 4.1 to 4.3
    texts = [text.translate(CLEAN_CELL) for text in row[:4]]
    model = b'' if row.model_ms is None else write_time(row.model_ms)
    counts = [b'%d' % count for count in (row.kernels, row.flops, row.bytes)]
    flags = [b'true' if flag else b'false' for flag in row[9:]]
    return b'\t'.join([*texts, write_time(row.measured_ms), model, *counts, *flags])


# ---- 5 Reading a file ----

LIMIT = 1048576  # 5.6, 5.8


def split_lines(stream):
    """Each line as (number, content, what is wrong with it). An overlong one is never held whole."""
    head = stream.read(LIMIT)
    if head[:2] in (b'\xff\xfe', b'\xfe\xff') and b'\0' in head:  # 5.8
        yield 1, b'', 'the file is UTF-16'
        return
    head = io.BytesIO(head.removeprefix(b'\xef\xbb\xbf'))  # 5.3
    for number in itertools.count(1):  # 5.4
        line = head.readline()
        if not line.endswith(b'\n'):
            line += stream.readline(LIMIT + 2)  # with its CRLF
        if not line:
            return
        content = line.removesuffix(b'\n').removesuffix(b'\r')  # 5.1, 5.2
        overlong = len(content) > LIMIT  # 5.6
        while overlong and line and not line.endswith(b'\n'):
            line = stream.readline(LIMIT)
        yield number, content, 'longer than %d bytes' % LIMIT if overlong else None


def read_file(stream, complain):
    """The rows in order (5.10). Malformed lines are complained about, and reading goes on (5.7)."""
    for number, content, trouble in split_lines(stream):
        try:
            if trouble:
                raise Malformed(trouble)
            if content.strip(b' \t'):  # 5.5
                yield read_line(content)
        except Malformed as error:
            complain('line %d: %s' % (number, error))


# ---- 6 The fit ----

Constant = namedtuple('Constant', 'value witness')  # a binary64, and the row that forced it
Envelope = namedtuple('Envelope', 'backend rows opaque flops_approx bytes_approx multi_kernel violations '
                                  'slack flops bytes')  # counters (6.9); slack, PF, PB: a Constant or None


def up(q):  # 6.3
    try:
        nearest = float(q)  # one division of integers, rounded once
    except OverflowError:
        return math.inf
    return nearest if nearest >= q else math.nextafter(nearest, math.inf)  # compared exactly


def first_greatest(rows, value):
    """The greatest value of a row and the first row that has it; without rows, None."""
    return max(((value(row), row) for row in rows), key=lambda pair: pair[0], default=None)


def fit_leg(rows, count):  # 6.4, 6.5
    best = first_greatest((row for row in rows if count(row) > 0), lambda row: count(row) / row.time)
    return best and Constant(up(best[0]), best[1])


def fit_slack(rows, flops, bytes_):  # 6.7
    if not all(leg and math.isfinite(leg.value) for leg in (flops, bytes_)):
        return None
    pf, pb = Fraction(flops.value), Fraction(bytes_.value)
    best = first_greatest(rows, lambda row: (row.flops / pf + row.bytes / pb) / row.time)
    return Constant(up(best[0]), best[1]) if best and best[0] > 1 else None


def raise_by(slack, leg):  # 6.7
    return Constant(up(Fraction(leg.value) * Fraction(slack.value)), leg.witness)


def fit_group(backend, rows):  # 6.4 to 6.9
    timed = [row for row in rows if row.timed]
    multi = [row for row in timed if row.multi_kernel]
    flops = fit_leg((row for row in timed if not row.flops_approx), lambda row: row.flops)
    bytes_ = fit_leg((row for row in timed if not row.bytes_approx), lambda row: row.bytes)
    slack = fit_slack((row for row in multi if row.fully_exact), flops, bytes_)
    if slack:
        flops, bytes_ = raise_by(slack, flops), raise_by(slack, bytes_)
    return Envelope(backend, len(timed), sum(row.opaque for row in rows),
                    sum(row.flops_approx for row in timed), sum(row.bytes_approx for row in timed),
                    len(multi), sum(row.violating for row in rows), slack, flops, bytes_)


def fit(rows):  # 6.2: a dict keeps the order in which its keys came
    groups = {}
    for row in rows:
        groups.setdefault(row.backend, []).append(row)
    return [fit_group(backend, group) for backend, group in groups.items()]


# ---- 7 The report ----

CLEAN_REPORT = bytes.maketrans(bytes(range(0x20)) + b'\x7f', 33 * b' ')  # 7.3


def witness(constant):  # 7.3
    return constant.witness.witness.translate(CLEAN_REPORT)


def format_number(value):  # 7.7
    digits, exponent = (b'%.9e' % value).split(b'e')
    return digits[:-3] + (b'e%+d' % int(exponent) if int(exponent) else b'')


def plural(count, noun):  # 7.2
    return b'%d %s%s' % (count, noun, b'' if count == 1 else b's')


def report_leg(name, key, constant):
    if constant is None:
        return b'# no scoreable row constrains %s\n' % key  # 7.5
    printed = constant.value * 1.000002  # 7.4
    if math.isinf(printed):
        return b'# no finite constant covers %s: %s\n' % (key, witness(constant))  # 7.6
    return b'# %s-leg binding row: %s\n%s=%s\n' % (name, witness(constant), key, format_number(printed))


def report_envelope(e):  # 7.2
    header = b'# backend %s: %s (%d opaque excluded, %d approx-flops / %d approx-bytes excluded per leg, ' \
             b'%d multi-kernel), %s\n'
    text = header % (e.backend.translate(CLEAN_REPORT), plural(e.rows, b'timed row'), e.opaque,
                     e.flops_approx, e.bytes_approx, e.multi_kernel,
                     plural(e.violations, b'recorded bound violation'))
    if e.slack:
        text += (b'# fission slack %s applied to both legs, forced by multi-kernel row: %s\n'
                 % (format_number(e.slack.value), witness(e.slack)))
    text += report_leg(b'compute', b'model_peak_flops', e.flops)
    return text + report_leg(b'memory', b'model_peak_memory_bandwidth', e.bytes)


# ---- Appendix B: port protocol ----

ESCAPES = {rb'\t': b'\t', rb'\n': b'\n', rb'\r': b'\r', rb'\0': b'\0', rb'\\': b'\\'}  # B.4


def unescape(cell):  # B.4
    return re.sub(rb'\\[tnr0\\]', lambda escape: ESCAPES[escape[0]], cell)


def read_request(line):  # B.4
    return read_cells(line.split(b'\t'), unescape)


def answer(request, read):  # B.2, B.4
    try:
        return b'ok\t%s\n' % write_line(read(request.removesuffix(b'\n')))
    except Malformed:
        return b'error\n'


def main():  # B.1
    mode = sys.argv[-1]
    requests, out = sys.stdin.buffer, sys.stdout.buffer  # iterating splits at LF and nowhere else
    if mode == 'parse':
        out.writelines(answer(request, read_line) for request in requests)
    elif mode == 'emit':
        out.writelines(answer(request, read_request) for request in requests)
    elif mode == 'fit':  # B.3
        rows = read_file(requests, complain=lambda message: print(message, file=sys.stderr))
        out.writelines(report_envelope(envelope) for envelope in fit(rows))
    else:
        sys.exit('usage: port.py parse | fit | emit')


if __name__ == '__main__':
    main()

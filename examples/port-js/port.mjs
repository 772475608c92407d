// A port of the calibration format to JavaScript, in the protocol of SPEC.md appendix B:
//
//   node port.mjs parse|emit|fit < input > output
//
// Reading and writing are right to the last bit. The fit is plain floating point, with no exact comparison and
// nothing rounded up: what many a quick port does, and not what section 6 requires. deviations.txt lists what
// that gets wrong. Text is held in latin1 strings, one character per byte, so that any byte survives.

const COLUMNS = ['backend', 'digest', 'routine', 'label', 'measured_ms', 'model_ms', 'kernels', 'flops', 'bytes',
  'flops_approx', 'bytes_approx', 'opaque'] // 2.1
const TEXTS = 4
const MAX_NUMERAL = 1024 // 3.9
const MAX_LINE = 1048576 // 5.6
const UTF16_WINDOW = 1048576 // 5.8

const NUMBER = /^-?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?$/ // 3.5; without flag m, $ is the end and nothing else
const INTEGER = /^-?[0-9]+$/ // 3.8

// ---- Section 3: reading one line

// What 3.14 calls an error; anything else that is thrown is a bug. A kind is one of those that 3.14 tells apart:
// columns, syntax, range, byte. It is no Error, whose stack trace would cost more than the line.
class Malformed {
  constructor(kind, message) {
    Object.assign(this, { kind, message })
  }
}

function badCell(kind, cells, column, expected) {
  const cell = cells[column]
  const quoted = JSON.stringify(cell.length > 40 ? cell.slice(0, 40) + '...' : cell)
  return new Malformed(kind, `column ${column + 1} (${COLUMNS[column]}): ${quoted}: expected ${expected}`)
}

function readText(cells, column) { // 3.4
  if (/[\0\t\n]/.test(cells[column])) throw badCell('byte', cells, column, 'text without TAB, LF and NUL')
  return cells[column]
}

function readNumber(cells, column) { // 3.5 to 3.7, 3.9
  const cell = cells[column]
  if (cell.length > MAX_NUMERAL) throw badCell('range', cells, column, `at most ${MAX_NUMERAL} bytes`)
  if (!NUMBER.test(cell)) throw badCell('syntax', cells, column, 'a decimal number')
  const value = Number(cell) // the nearest double, however many digits; an exponent costs nothing (3.15)
  if (!Number.isFinite(value)) throw badCell('range', cells, column, 'a number in the range of binary64')
  return value
}

function readInteger(cells, column) { // 3.8, 3.9
  const cell = cells[column]
  if (cell.length > MAX_NUMERAL) throw badCell('range', cells, column, `at most ${MAX_NUMERAL} bytes`)
  if (!INTEGER.test(cell)) throw badCell('syntax', cells, column, 'a decimal integer')
  const value = BigInt(cell) // never a Number: 2^53 is not enough
  if (BigInt.asIntN(64, value) !== value) throw badCell('range', cells, column, 'an integer of 64 bits')
  return value
}

function readFlag(cells, column) { // 3.10
  if (cells[column] !== 'true' && cells[column] !== 'false') {
    throw badCell('syntax', cells, column, 'true or false')
  }
  return cells[column] === 'true'
}

// Reads cells from left to right, so that the error is that of the first bad one (3.3).
function readCells(cells, text = readText) {
  return {
    texts: cells.slice(0, TEXTS).map((_, column) => text(cells, column)),
    measured: readNumber(cells, 4),
    model: cells[5] === '' ? null : readNumber(cells, 5), // 3.11
    kernels: readInteger(cells, 6),
    flops: readInteger(cells, 7),
    bytes: readInteger(cells, 8),
    flopsApprox: readFlag(cells, 9),
    bytesApprox: readFlag(cells, 10),
    opaque: readFlag(cells, 11),
  }
}

function readLine(line) { // 3.2
  const cells = line.split('\t')
  if (cells.length === 11) cells.splice(2, 0, '') // from before routine existed
  if (cells.length !== 12) {
    const old = cells.length === 9 ? ': the older schema without exactness flags, which no fit can use' : ''
    throw new Malformed('columns', `${cells.length} columns instead of 12 or 11${old}`)
  }
  return readCells(cells)
}

// ---- Section 4: writing one line

// The exact value of a finite double is m * 2^e.
function decompose(v) {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, v)
  const bits = view.getBigUint64(0)
  const fraction = bits & 0xfffffffffffffn
  const biased = Number((bits >> 52n) & 0x7ffn)
  const m = biased === 0 ? fraction : fraction | 0x10000000000000n
  return { m: bits >> 63n ? -m : m, e: Math.max(biased, 1) - 1075 }
}

// N(n) of 4.5. A BigInt has no negative zero, so there is no -0.000000.
function numeral(n) {
  const digits = String(n < 0n ? -n : n).padStart(7, '0')
  return `${n < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

// 4.6. Not with toFixed, which breaks ties upwards and gives up at 1e21.
function writeTime(v) {
  if (!Number.isFinite(v)) throw new Malformed('range', 'a time that is not finite cannot be written') // 4.4
  const { m, e } = decompose(v)
  let n
  if (e >= 0) {
    n = (m * 1000000n) << BigInt(e)
  } else {
    const shift = BigInt(-e)
    const scaled = m * 1000000n
    n = scaled >> shift // the floor, for negative ones too
    const twiceRest = (scaled - (n << shift)) * 2n
    const one = 1n << shift
    if (twiceRest > one || (twiceRest === one && n & 1n)) n += 1n
  }
  if (Number(numeral(n)) > v) n -= 1n
  return numeral(n)
}

function writeRow(row) {
  return [
    ...row.texts.map((text) => text.replace(/[\t\n\r\0]/g, ' ')), // 4.2
    writeTime(row.measured),
    row.model === null ? '' : writeTime(row.model), // 4.3
    row.kernels, row.flops, row.bytes, row.flopsApprox, row.bytesApprox, row.opaque,
  ].join('\t')
}

// ---- Section 5: reading a file

function* readFile(file, report) {
  const utf16 = file.length >= 2 && [0xfffe, 0xfeff].includes(file.readUInt16BE(0))
  if (utf16 && file.subarray(0, UTF16_WINDOW).includes(0)) { // 5.8
    report(1, 'the file is UTF-16, not bytes')
    return
  }
  let start = file.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0 // 5.3
  for (let number = 1; start < file.length; number++) { // 5.4
    let end = file.indexOf(0x0a, start) // 5.1
    if (end < 0) end = file.length // 5.2
    const next = end + 1
    if (end > start && file[end - 1] === 0x0d) end -= 1
    if (end - start > MAX_LINE) { // 5.6, blank or not
      report(number, `longer than ${MAX_LINE} bytes`)
    } else {
      const line = file.latin1Slice(start, end)
      if (!/^[ \t]*$/.test(line)) { // 5.5; \s would take too much
        try {
          yield readLine(line)
        } catch (error) { // 5.7
          if (!(error instanceof Malformed)) throw error
          report(number, error.message)
        }
      }
    }
    start = next
  }
}

// ---- Section 6: the fit, in floating point

function witness(row) { // 2.4
  const [, digest, routine, label] = row.texts
  return `${routine === '' ? '' : routine + '/'}${label} (${digest})`
}

const rate = (count, row) => Number(count) / (row.measured / 1000) // three roundings; 6.3 wants none

function fit(rows) {
  const groups = new Map() // keeps the order of 6.2; an object would sort names that look like numbers
  for (const row of rows) {
    const backend = row.texts[0]
    if (!groups.has(backend)) {
      groups.set(backend, {
        backend, rows: 0, opaque: 0, flopsApprox: 0, bytesApprox: 0, multiKernel: 0, violations: 0,
        compute: null, memory: null, slack: null, candidates: [],
      })
    }
    addRow(groups.get(backend), row)
  }
  for (const group of groups.values()) applySlack(group)
  return [...groups.values()]
}

function addRow(group, row) {
  const fullyExact = !row.flopsApprox && !row.bytesApprox
  if (row.opaque) group.opaque += 1 // 6.9
  if (fullyExact && !row.opaque && row.model !== null && row.model > row.measured) group.violations += 1
  if (row.opaque || !(row.measured > 0)) return // untimed (2.3)

  const multiKernel = row.kernels > 1n
  group.rows += 1
  if (row.flopsApprox) group.flopsApprox += 1
  if (row.bytesApprox) group.bytesApprox += 1
  if (multiKernel) group.multiKernel += 1
  if (!row.flopsApprox) group.compute = faster(group.compute, row.flops, row) // 6.4
  if (!row.bytesApprox) group.memory = faster(group.memory, row.bytes, row) // 6.5
  if (fullyExact && multiKernel) group.candidates.push(row)
}

function faster(best, count, row) {
  if (count <= 0n) return best
  const value = rate(count, row) // should be rounded up
  return best !== null && best.value >= value ? best : { value, row } // should be compared exactly
}

function applySlack(group) { // 6.7
  const { compute, memory } = group
  if (compute === null || memory === null) return
  if (!Number.isFinite(compute.value) || !Number.isFinite(memory.value)) return
  let slack = { value: 1, row: null }
  for (const row of group.candidates) {
    const seconds = Number(row.flops) / compute.value + Number(row.bytes) / memory.value
    const value = seconds / (row.measured / 1000) // should be exact, and rounded up
    if (value > slack.value) slack = { value, row }
  }
  if (slack.row === null) return
  group.slack = slack
  compute.value *= slack.value // should be rounded up
  memory.value *= slack.value
}

// ---- Section 7: the report

// 7.7. toExponential breaks ties upwards, not to even, but no tie survives the cut: the two differ only if the
// tenth digit is even, and then one more does not carry into the seventh.
function format(value) {
  const [digits, exponent] = value.toExponential(9).split('e')
  return digits.slice(0, -3) + (exponent === '+0' ? '' : 'e' + exponent)
}

const printable = (text) => text.replace(/[\x00-\x1f\x7f]/g, ' ') // 7.3
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}` // 7.2

function reportLeg(name, key, leg) {
  if (leg === null) return [`# no scoreable row constrains ${key}`] // 7.5
  const value = leg.value * 1.000002 // 7.4
  const by = printable(witness(leg.row))
  if (!Number.isFinite(value)) return [`# no finite constant covers ${key}: ${by}`] // 7.6
  return [`# ${name}-leg binding row: ${by}`, `${key}=${format(value)}`]
}

function reportGroup(group) { // 7.2
  const lines = [`# backend ${printable(group.backend)}: ${plural(group.rows, 'timed row')} ` +
    `(${group.opaque} opaque excluded, ${group.flopsApprox} approx-flops / ` +
    `${group.bytesApprox} approx-bytes excluded per leg, ${group.multiKernel} multi-kernel), ` +
    plural(group.violations, 'recorded bound violation')]
  if (group.slack !== null) {
    lines.push(`# fission slack ${format(group.slack.value)} applied to both legs, ` +
      `forced by multi-kernel row: ${printable(witness(group.slack.row))}`)
  }
  lines.push(...reportLeg('compute', 'model_peak_flops', group.compute))
  lines.push(...reportLeg('memory', 'model_peak_memory_bandwidth', group.memory))
  return lines
}

// ---- Appendix B: the protocol

const ESCAPES = { '\\t': '\t', '\\n': '\n', '\\r': '\r', '\\0': '\0', '\\\\': '\\' } // B.4

function unescapeText(cells, column) {
  return cells[column].replace(/\\[^]?/g, (escape) => { // from left to right: \\t is a backslash and a t
    if (!Object.hasOwn(ESCAPES, escape)) throw badCell('syntax', cells, column, 'one of the escapes of B.4')
    return ESCAPES[escape]
  })
}

function readRequest(line) {
  const cells = line.split('\t')
  if (cells.length !== 12) throw new Malformed('columns', `${cells.length} columns instead of 12`)
  return readCells(cells, unescapeText)
}

function answerLines(input, read) { // B.2, B.5: only LF ends a request, and a CR before it stays
  const requests = input.latin1Slice().split('\n')
  if (requests.at(-1) === '') requests.pop()
  return requests.map((request) => {
    try {
      return `ok\t${writeRow(read(request))}`
    } catch (error) {
      if (error instanceof Malformed) return 'error'
      throw error // a crash, and not a rejection (B.6)
    }
  })
}

function answerFile(file) { // B.3
  const complaints = []
  const complain = (line, message) => complaints.push(`line ${line}: ${message}\n`)
  const report = fit(readFile(file, complain)).flatMap(reportGroup)
  process.stderr.write(Buffer.from(complaints.join(''), 'latin1')) // in one go: a write for each is slow
  return report
}

const MODES = {
  parse: (input) => answerLines(input, readLine),
  emit: (input) => answerLines(input, readRequest),
  fit: answerFile,
}

const mode = process.argv.at(-1)
if (!Object.hasOwn(MODES, mode)) {
  process.stderr.write('usage: node port.mjs parse|emit|fit < input > output\n')
  process.exitCode = 2
} else {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const lines = MODES[mode](Buffer.concat(chunks))
  process.stdout.write(Buffer.from(lines.map((line) => line + '\n').join(''), 'latin1'))
}

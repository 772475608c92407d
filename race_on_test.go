//go:build race

package calibration_test

const raceEnabled = true

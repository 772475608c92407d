// Command bench makes calibration files and measures calcheck on them:
//
//	go run ./internal/bench gen -workload realistic -rows 10000000 -o cal.tsv
//	go run ./internal/bench ratios
//
// What ratios prints are the tables of docs/performance.md. No time in them means
// anything beside one of another run: a machine is never as busy twice.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case errors.As(err, new(usageError)):
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(2)
	case err != nil:
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

const usage = `bench gen [-workload NAME] [-rows N] [-seed N] [-o FILE] [-reuse]
bench ratios [-rows N] [-rounds N] [-parts LIST] [-large] [-dir DIR]
(-h after either tells more)`

// usageError is an error of the command line.
type usageError struct{ error }

func run(ctx context.Context, args []string, stdout io.Writer) error {
	if len(args) == 0 {
		return usageError{errors.New("no command\n" + usage)}
	}
	switch args[0] {
	case "gen":
		return gen(args[1:], stdout)
	case "ratios":
		return ratios(ctx, args[1:], stdout)
	case "-h", "-help", "--help", "help":
		fmt.Fprintln(stdout, usage)
		return nil
	}
	return usageError{fmt.Errorf("no command %q\n%s", args[0], usage)}
}

// parse parses flags and refuses arguments behind them.
func parse(flags *flag.FlagSet, args []string) error {
	flags.SetOutput(os.Stderr)
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return err
	} else if err != nil {
		return usageError{errors.New("see above")}
	}
	if flags.NArg() > 0 {
		return usageError{fmt.Errorf("unexpected argument %q", flags.Arg(0))}
	}
	return nil
}

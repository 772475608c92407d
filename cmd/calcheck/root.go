package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// namedCommand is a command, by the name that its usage starts with. It is made only if
// it may be needed.
type namedCommand struct {
	name string
	make func(*cli) *cobra.Command
}

var commands = []namedCommand{
	{"audit", newAuditCommand},
	{"check", newCheckCommand},
	{"conform", newConformCommand},
	{"demo", newDemoCommand},
	{"explain", newExplainCommand},
	{"fit", newFitCommand},
	{"fmt", newFmtCommand},
	{"oracle", newOracleCommand},
	{"rules", newRulesCommand},
	{"version", newVersionCommand},
}

// newRootCommand makes the commands that the arguments may need. Where the first one
// names a command, that is the only one: to make them all takes longer than to check
// a small file.
func newRootCommand(c *cli, args []string) *cobra.Command {
	root := newCheckWithoutCommand(c)
	root.SetHelpCommand(newHelpCommand())
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { printHelp(cmd) })
	named := func(command namedCommand) bool { return len(args) > 0 && args[0] == command.name }
	only := slices.ContainsFunc(commands, named)
	root.CompletionOptions.DisableDefaultCmd = only
	for _, command := range commands {
		if !only || named(command) {
			root.AddCommand(command.make(c))
		}
	}
	defineHelpFlags(root)
	return root
}

// newCheckWithoutCommand is calcheck itself: it checks the files named, or tells its
// version.
func newCheckWithoutCommand(c *cli) *cobra.Command {
	var options checkOptions
	var version bool
	root := &cobra.Command{
		Use:   "calcheck FILE|-...",
		Short: "check and fit calibration files",
		Long: `Calcheck checks and fits calibration files: the measurements from which an
autotuner derives the constants of its roofline cost model. Without a command it
checks the files named. New here? Run: calcheck demo

` + exitStatusHelp,
		Example: `  calcheck tune/*.tsv
  calcheck fit tune/*.tsv`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if version && len(args) > 0 {
				return errors.New("--version takes no files")
			}
			if version {
				c.printVersion()
				return nil
			}
			if len(args) == 0 && cmd.Flags().NFlag() == 0 && isTerminal(c.stdin) {
				return cmd.Help()
			}
			inputs, err := c.inputs(args, options.inputFlags)
			if err != nil {
				return err
			}
			for i := range inputs {
				inputs[i] = notACommand(cmd, inputs[i])
			}
			return c.check(inputs, options)
		},

		SuggestionsMinimumDistance: 2,

		SilenceErrors: true,
		SilenceUsage:  true,
	}
	options.register(root.Flags())
	completeCheck(root)
	root.Flags().BoolVar(&version, "version", false, "print the version and build information")
	return root
}

// notACommand makes the failure to open a file say that it is no command
// either, where the name looks like one: without separator or dot.
func notACommand(root *cobra.Command, in input) input {
	arg := in.path
	if strings.ContainsAny(arg, `./\`) || strings.ContainsRune(arg, filepath.Separator) || arg == "" {
		return in
	}
	raw := in.raw
	in.raw = func() (f io.ReadCloser, err error) {
		f, err = raw()
		if !errors.Is(err, os.ErrNotExist) {
			return f, err
		}
		similar := root.SuggestionsFor(arg)
		switch {
		case slices.Contains(similar, arg):
			return nil, fmt.Errorf("%w; the command comes first: calcheck %s", err, arg)
		case len(similar) > 0:
			return nil, fmt.Errorf("%w; nor is it a command of calcheck (did you mean %s?)", err, strings.Join(similar, ", "))
		default:
			return nil, fmt.Errorf("%w; nor is it a command of calcheck", err)
		}
	}
	return in
}

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// completeFiles completes arguments that are calibration files: those of our
// names, and directories on the way to them.
func completeFiles(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"tsv", "gz"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeValues completes the values of a flag, if the command has it.
func completeValues(cmd *cobra.Command, flag string, values ...string) {
	if cmd.Flags().Lookup(flag) == nil {
		return
	}
	if err := cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp)); err != nil {
		panic(err) // the flag exists, and nobody else registers for it
	}
}

// completeRules completes rule ids, the last of a list of them.
func completeRules(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var ids []string
	for _, r := range rules {
		ids = append(ids, before+r.id+"\t"+r.summary)
	}
	return ids, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeCheck completes the arguments and flags of check, and of calcheck
// without a command.
func completeCheck(cmd *cobra.Command) {
	cmd.ValidArgsFunction = completeFiles
	completeValues(cmd, "format", checkFormats...)
	completeValues(cmd, "color", "auto", "always", "never")
	completeValues(cmd, "fail-on", string(severityError), string(severityWarning), string(never))
	for _, flag := range []string{"select", "ignore"} {
		if err := cmd.RegisterFlagCompletionFunc(flag, completeRules); err != nil {
			panic(err) // as above
		}
	}
}

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func newVersionCommand(c *cli) *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "print the version and build information",
		Args:  cobra.NoArgs,
		Run:   func(*cobra.Command, []string) { c.printVersion() },
	}
}

func (c *cli) printVersion() {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{GoVersion: runtime.Version()}
	}
	fmt.Fprint(c.stdout, versionText(info))
}

// versionText tells what was built, and with what: the first line is for
// people, the whole for bug reports. The revision is there only if the build
// recorded one.
func versionText(info *debug.BuildInfo) string {
	var b strings.Builder
	version := info.Main.Version
	if version == "" {
		version = "(unknown version)"
	}
	fmt.Fprintf(&b, "calcheck %s\n%s %s/%s\n", version, info.GoVersion, runtime.GOOS, runtime.GOARCH)
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	if revision := settings["vcs.revision"]; revision != "" {
		fmt.Fprintf(&b, "revision %s", revision)
		if time := settings["vcs.time"]; time != "" {
			fmt.Fprintf(&b, " of %s", time)
		}
		if settings["vcs.modified"] == "true" {
			b.WriteString(", with uncommitted changes")
		}
		b.WriteByte('\n')
	}
	return b.String()
}

package main

import (
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// sourceRoot is the folder that the paths in SARIF and in annotations start from:
// the checkout of the workflow if the command runs in it, else the working
// directory.
func sourceRoot() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	if workspace := os.Getenv("GITHUB_WORKSPACE"); workspace != "" {
		if _, ok := below(workspace, dir); ok {
			return workspace
		}
	}
	return dir
}

// fromRoot is the path of a file, with forward slashes, as seen from a root: relative
// if the file is below it, else absolute.
func fromRoot(root, name string) (path string, absolute bool) {
	if path, ok := below(root, name); ok {
		return path, false
	}
	if abs, err := filepath.Abs(name); err == nil {
		return filepath.ToSlash(abs), true
	}
	return filepath.ToSlash(name), filepath.IsAbs(name)
}

// fileURI is the URI of an absolute path with forward slashes.
func fileURI(path string) string {
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // Windows: file:///C:/...
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}

// relativeURI is the URI reference of a relative path with forward slashes.
func relativeURI(path string) string {
	escaped := (&url.URL{Path: path}).EscapedPath()
	return strings.ReplaceAll(escaped, ":", "%3A") // of which one would start with a scheme
}

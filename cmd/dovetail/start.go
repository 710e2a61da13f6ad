//go:build !js

package main

import "os"

func main() { os.Exit(execute()) }

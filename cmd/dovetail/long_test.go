//go:build long

package main

func init() { long = true }

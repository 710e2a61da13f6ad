//go:build long

package cluster

func init() {
	crews = []int{1, 2, 5}
	matrix = []kills{
		{name: "workers", worker: 50, workers: 3, size: 6000},
		{name: "owner with the server in it", owner: 20, workers: 2, size: 6000},
		{name: "owner", servers: 1, owner: 20, workers: 2, size: 6000},
		{name: "server", servers: 1, server: 20, workers: 2, size: 6000},
		{name: "one of three servers", servers: 3, server: 10, workers: 2, size: 6000},
		{name: "all of them", servers: 3, worker: 20, owner: 10, server: 10, workers: 3, size: 6000},
	}
}

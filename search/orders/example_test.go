package orders_test

import (
	"context"
	"fmt"

	"dovetail/search/orders"
)

func ExamplePlan_Decks() {
	p, err := orders.PlanDecks(50, 54, orders.Auto)
	if err != nil {
		panic(err)
	}
	err = p.Decks(context.Background(), 50, 54, func(n, out, in uint64) bool {
		fmt.Println(n, out, in)
		return true
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// 50 21 8
	// 51 8 8
	// 52 8 52
	// 53 52 52
	// 54 52 20
}

package model_test

import (
	"fmt"

	"github.com/holdfast-go/holdfast/agent/model"
)

func ExampleMeter() {
	models := model.Known().With(model.Info{
		ID: "house-model", Context: 32_000, Price: model.Price{Input: 1, Cached: 0.1, Output: 4},
	})
	info, ok := models.Lookup("house-model-2026-01-31")
	if !ok {
		return
	}
	meter := model.NewMeter(info)
	meter.Add(model.Usage{Input: 7_000, Cached: 5_000, Output: 1_000})
	fmt.Printf("%.4f $, %.0f %% of the window\n", meter.Cost, 100*meter.Fill())
	// Output: 0.0065 $, 25 % of the window
}

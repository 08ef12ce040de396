import { describe, expect, it } from "vitest";
import { Histogram, NumberMetric } from "../../../src/server/observation/metrics.ts";

describe("a metric in the Prometheus text format", () => {
  it("has a number for each combination of labels", () => {
    const calls = new NumberMetric("counter", { name: "calls_total", help: "Calls.", labels: ["tool", "outcome"] });
    calls.add(1, "read_page", "ok");
    calls.add(2, "read_page", "error");
    calls.add(3, "read_page", "ok");
    expect(calls.lines()).toEqual([
      "# HELP calls_total Calls.",
      "# TYPE calls_total counter",
      'calls_total{tool="read_page",outcome="ok"} 4',
      'calls_total{tool="read_page",outcome="error"} 2',
    ]);
  });

  it("has no braces without labels, and may be set", () => {
    const running = new NumberMetric("gauge", { name: "running", help: "Running.", labels: [] });
    expect(running.lines()).toEqual(["# HELP running Running.", "# TYPE running gauge"]);
    running.set(7);
    running.add(-2);
    expect(running.lines().at(-1)).toBe("running 5");
  });

  it("counts values up to each bound, and all values", () => {
    const seconds = new Histogram({ name: "seconds", help: "Seconds.", labels: ["tool"] }, [0.5, 1]);
    for (const value of [0.25, 0.5, 0.75, 3]) seconds.observe(value, "read_page");
    expect(seconds.lines()).toEqual([
      "# HELP seconds Seconds.",
      "# TYPE seconds histogram",
      'seconds_bucket{tool="read_page",le="0.5"} 2',
      'seconds_bucket{tool="read_page",le="1"} 3',
      'seconds_bucket{tool="read_page",le="+Inf"} 4',
      'seconds_sum{tool="read_page"} 4.5',
      'seconds_count{tool="read_page"} 4',
    ]);
  });

  it("escapes quotes and line breaks in labels", () => {
    const calls = new NumberMetric("counter", { name: "calls_total", help: "Calls.", labels: ["tool"] });
    calls.add(1, 'a"} 9\n\\');
    expect(calls.lines().at(-1)).toBe('calls_total{tool="a\\"} 9\\n\\\\"} 1');
  });
});

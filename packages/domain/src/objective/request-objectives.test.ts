import { describe, expect, it } from "vitest";
import { stateOfObjective } from "./objectives.ts";
import {
  NO_REQUESTS,
  countRequest,
  judgeRequests,
  requestObjectives,
} from "./request-objectives.ts";

const MINUTE = [
  { status: 202, tookMs: 20 },
  { status: 429, tookMs: 200 },
  { status: 503, tookMs: 201 },
  { status: 200, tookMs: null },
].reduce(countRequest, NO_REQUESTS);

describe("promises of requests", () => {
  it("are the shares of the product, and how fast a status is told (O1)", () => {
    expect(Object.values(requestObjectives).map(({ request, share }) => [request, share])).toEqual([
      ["create", 0.9995],
      ["status", 0.999],
      ["status", 0.95],
    ]);
    expect(requestObjectives["status-quick"]).toMatchObject({ atMostS: 0.2 });
  });

  it("count a refusal as an answer and a fault of ours as none (O1)", () => {
    expect(judgeRequests(requestObjectives["create-available"], MINUTE)).toEqual({
      tasks: 4,
      bad: 1,
    });
  });

  it("time only what was not asked to wait, and call late what takes more than 200 ms (O1)", () => {
    expect(judgeRequests(requestObjectives["status-quick"], MINUTE)).toEqual({ tasks: 3, bad: 1 });
  });

  it("do not call for somebody because of one failure in an hour (O1)", () => {
    const { share } = requestObjectives["create-available"];
    const state = (bad: number) =>
      stateOfObjective(share, { hour: { tasks: 50, bad }, window: { tasks: 90_000, bad } });
    expect([state(0), state(1), state(2)]).toEqual(["kept", "kept", "burning"]);
  });
});

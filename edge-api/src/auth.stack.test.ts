import { seedDemo } from "@cutroom/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { codeOf, must, startStack } from "./stack.cases.ts";
import type { Stack } from "./stack.cases.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack({ DEMO_SIGN_IN: "1" });
  const settings = { databaseUrl: stack.env.DATABASE_URL, wsProxy: stack.env.DATABASE_WS_PROXY };
  await seedDemo(settings);
  await seedDemo(settings);
});
afterAll(() => stack.stop());

function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0] ?? "")
    .join("; ");
}

function post(path: string, body?: unknown) {
  return stack.app.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: stack.env.WEB_URL },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

describe("sign-in", () => {
  it("gives a new user a session and a workspace on the free plan", async () => {
    const answer = await post("/auth/sign-up/email", {
      name: "Ada",
      email: "ada@example.com",
      password: "correct horse",
    });
    expect(answer.status).toBe(200);
    const client = stack.clientWith({ cookie: cookieOf(answer) });
    expect(must(await client.getAccount())).toMatchObject({
      user: { name: "Ada", email: "ada@example.com" },
      plan: { name: "free" },
      credits: { available: 300, reserved: 0 },
    });
  });

  it("is one click for the demo account of a local installation, on a paid plan", async () => {
    const answer = await post("/auth/demo");
    expect(answer.status).toBe(200);
    const [line] = answer.headers.getSetCookie();
    expect(line).toMatch(/HttpOnly/i);
    expect(line).toMatch(/SameSite=Lax/i);
    expect(line).not.toMatch(/Domain=/i);
    const account = must(await stack.clientWith({ cookie: cookieOf(answer) }).getAccount());
    expect(account).toMatchObject({
      user: { email: "demo@cutroom.local" },
      plan: { name: "paid" },
      credits: { available: 5_000 },
    });
  });

  it("refuses a wrong password, a forged cookie and a signed-out session", async () => {
    const wrong = await post("/auth/sign-in/email", {
      email: "demo@cutroom.local",
      password: "not this one",
    });
    expect(wrong.status).toBe(401);
    const forged = stack.clientWith({ cookie: "cutroom.session_token=abc.def" });
    expect(codeOf(await forged.getAccount())).toBe("auth.required");
    const cookie = cookieOf(await post("/auth/demo"));
    expect(codeOf(await stack.clientWith({ cookie }).getAccount())).toBe("ok");
    await stack.app.request("/auth/sign-out", {
      method: "POST",
      headers: { cookie, origin: stack.env.WEB_URL, "content-type": "application/json" },
      body: "{}",
    });
    expect(codeOf(await stack.clientWith({ cookie }).getAccount())).toBe("auth.required");
  });

  it("never lets another site's page write with the user's cookie", async () => {
    const cookie = cookieOf(await post("/auth/demo"));
    const write = (origin: string) =>
      stack.clientWith({ cookie, origin }).createProject({ body: { name: "From a page" } });
    expect(codeOf(await write("http://evil.example"))).toBe("auth.required");
    expect(codeOf(await write(stack.env.WEB_URL))).toBe("ok");
  });

  it("tells what is left of the rate limit (T3)", async () => {
    const { apiKey } = await stack.tenant({ plan: "free" });
    const answer = await stack.app.request("/v1/me", {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(answer.headers.get("ratelimit-policy")).toBe('"requests";q=600;w=60');
    expect(answer.headers.get("ratelimit")).toMatch(/^"requests";r=599;t=\d+$/);
  });
});

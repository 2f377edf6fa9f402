import { solveChallenge } from "altcha-lib";
import type { Challenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import { captchaCases } from "@cutroom/ports/captcha.cases";
import { createAltchaCaptcha } from "./altcha.ts";

async function solve(challenge: unknown): Promise<string> {
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey });
  return JSON.stringify({ challenge, solution });
}

captchaCases(async () => ({
  captcha: createAltchaCaptcha({ secret: "one" }),
  stranger: createAltchaCaptcha({ secret: "other" }),
  solve,
  spoil: (solution) => solution.replace(/"counter":(\d+)/, (_, count) => `"counter":${count}1`),
}));

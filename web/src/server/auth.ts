"use client";

/** Sessions are better-auth's, mounted by the API below this path. */
const AUTH_PATH = "/auth";
const DEMO_PATH = `${AUTH_PATH}/demo`;

export type AuthFailure =
  | "wrong-password"
  | "email-taken"
  | "weak-password"
  | "invalid"
  | "unreachable";
export type AuthOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: AuthFailure };

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Auth {
  readonly signIn: (credentials: Credentials) => Promise<AuthOutcome>;
  readonly signUp: (credentials: Credentials & { readonly name: string }) => Promise<AuthOutcome>;
  readonly signInDemo: () => Promise<AuthOutcome>;
  readonly signOut: () => Promise<AuthOutcome>;
}

interface AuthError {
  readonly status: number;
  readonly code?: string | undefined;
}

function reasonOf({ code, status }: AuthError): AuthFailure {
  if (code?.startsWith("USER_ALREADY_EXISTS") === true) return "email-taken";
  if (code === "PASSWORD_TOO_SHORT" || code === "PASSWORD_TOO_LONG") return "weak-password";
  if (status === 401) return "wrong-password";
  return status >= 400 && status < 500 ? "invalid" : "unreachable";
}

async function outcomeOf(
  answer: Promise<{ readonly error: AuthError | null }>,
): Promise<AuthOutcome> {
  try {
    const { error } = await answer;
    return error === null ? { ok: true } : { ok: false, reason: reasonOf(error) };
  } catch {
    return { ok: false, reason: "unreachable" };
  }
}

/** Signing in and out at the API; the session is a cookie that only the API reads. */
export function authOf(apiUrl: string): Auth {
  // Fetched at its first use: who is signed in already does not need it.
  const load = async () => {
    const { createAuthClient } = await import("better-auth/client");
    return createAuthClient({
      baseURL: apiUrl,
      basePath: AUTH_PATH,
      fetchOptions: { credentials: "include" },
    });
  };
  return {
    signIn: (credentials) => outcomeOf(load().then(({ signIn }) => signIn.email(credentials))),
    signUp: (credentials) => outcomeOf(load().then(({ signUp }) => signUp.email(credentials))),
    signInDemo: () =>
      outcomeOf(
        fetch(`${apiUrl}${DEMO_PATH}`, { method: "POST", credentials: "include" }).then(
          ({ ok, status }) => ({ error: ok ? null : { status } }),
        ),
      ),
    signOut: () => outcomeOf(load().then(({ signOut }) => signOut())),
  };
}

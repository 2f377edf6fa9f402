/** What an API key may be allowed to do. A session has all scopes. */
export const SCOPES = [
  "assets:read",
  "assets:write",
  "projects:read",
  "projects:write",
  "exports:read",
  "exports:write",
  "shares:write",
  "keys:write",
  "webhooks:write",
] as const;
export type Scope = (typeof SCOPES)[number];

export const MEMBER_ROLES = ["owner", "admin", "editor", "viewer"] as const;

/** Scopes that a key made with `own` may hand on: nobody gives away more than they have. */
export function grantable(own: readonly Scope[], wanted: readonly Scope[]): readonly Scope[] {
  return wanted.filter((scope) => own.includes(scope));
}

/** For whoever watches the process: it answers, so it runs. */
export function GET(): Response {
  return Response.json({ ok: true });
}

export const dynamic = "force-dynamic";

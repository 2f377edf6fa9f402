import type { HeldUser, RiskAppeal } from "@cutroom/contracts";
import type { RiskAppealRow, RiskPerson } from "@cutroom/db";

export function presentAppeal(row: RiskAppealRow): RiskAppeal {
  const { id, state, reference, words, answer } = row;
  return {
    id,
    state,
    reference,
    words,
    created_at: row.createdAt.toISOString(),
    answer,
    answered_at: row.answeredAt?.toISOString() ?? null,
  };
}

export function presentHeld(person: RiskPerson): HeldUser {
  const { state, reasons, reference, since, appeal } = person;
  return {
    tenant_id: person.tenantId,
    tenant_name: person.tenantName,
    user_id: person.userId,
    user_name: person.userName,
    email: person.email,
    standing: {
      state,
      reasons: [...reasons],
      reference,
      since: since === null ? null : new Date(since).toISOString(),
    },
    appeal:
      appeal === null
        ? null
        : {
            id: appeal.id,
            state: "OPEN",
            reference: appeal.reference,
            words: appeal.words,
            created_at: new Date(appeal.createdAt).toISOString(),
            answer: null,
            answered_at: null,
          },
  };
}

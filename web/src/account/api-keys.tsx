"use client";
import type { ApiKey } from "@cutroom/contracts";
import { KeyRound } from "lucide-react";
import { type FormEvent, useCallback, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { ErrorState } from "../ui/error-state.tsx";
import { Select } from "../ui/select.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { TextField } from "../ui/text-field.tsx";
import { notify, notifyFailure } from "../ui/toaster.tsx";
import css from "./api-keys.module.css";

const DAY_MS = 86_400_000;
const EXPIRIES = { never: null, days30: 30, days90: 90, days365: 365 } as const;
type Expiry = keyof typeof EXPIRIES;

function useApiKeys() {
  const api = useApi();
  const t = useT("account");
  const problemText = useProblemText();
  const {
    value: keys,
    problem,
    reload,
    change,
  } = useAnswer<readonly ApiKey[]>(
    useCallback(async () => {
      const answer = await api.listApiKeys();
      return answer.ok ? { ok: true, value: answer.value.api_keys } : answer;
    }, [api]),
  );
  const create = async (name: string, expiry: Expiry): Promise<string | null> => {
    const days = EXPIRIES[expiry];
    const expires =
      days === null ? {} : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() };
    const answer = await api.createApiKey({ body: { name, ...expires } });
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return null;
    }
    change((now) => [answer.value.api_key, ...now]);
    return answer.value.secret;
  };
  const revoke = async (key: ApiKey) => {
    const answer = await api.revokeApiKey({ params: { api_key_id: key.id } });
    if (!answer.ok) {
      notifyFailure(problemText(answer.failure));
      return;
    }
    change((now) => now.filter(({ id }) => id !== key.id));
    notify(t("keys.revoked", { name: key.name }));
  };
  return { keys, problem, reload, create, revoke };
}

function CreateKey(props: { readonly onCreate: (name: string, expiry: Expiry) => Promise<void> }) {
  const t = useT("account");
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("days90");
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    await props.onCreate(name.trim(), expiry);
    setBusy(false);
    setName("");
  };
  return (
    <form className={css["create"]} onSubmit={(event) => void submit(event)}>
      <TextField
        label={t("keys.name")}
        placeholder={t("keys.namePlaceholder")}
        value={name}
        onChange={setName}
        maxLength={100}
        required
      />
      <Select
        label={t("keys.expiry")}
        value={expiry}
        onChange={setExpiry}
        options={(["never", "days30", "days90", "days365"] as const).map((value) => ({
          value,
          label: t(`keys.expiries.${value}`),
        }))}
      />
      <Button type="submit" busy={busy} disabled={name.trim() === ""}>
        {t("keys.create")}
      </Button>
    </form>
  );
}

function KeyRow(props: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const t = useT("account");
  const format = useFormatter();
  const { apiKey: key } = props;
  const date = (text: string) => format.dateTime(new Date(text), { dateStyle: "medium" });
  return (
    <li className={css["key"]}>
      <div className={css["text"]}>
        <p className={css["name"]} title={key.name}>
          {key.name} <code>{key.prefix}…</code>
        </p>
        <p className={css["note"]}>
          {t("keys.created", { date: date(key.created_at) })}
          {" · "}
          {key.last_used_at === null
            ? t("keys.neverUsed")
            : t("keys.lastUsed", { date: date(key.last_used_at) })}
          {" · "}
          {key.expires_at === null
            ? t("keys.noExpiry")
            : t("keys.expires", { date: date(key.expires_at) })}
        </p>
      </div>
      <Button kind="quiet" onClick={props.onRevoke}>
        {t("keys.revoke")}
      </Button>
    </li>
  );
}

function RevokeDialog(props: {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRevoke: () => Promise<void>;
}) {
  const t = useT("account");
  const tUi = useT("ui");
  const [busy, setBusy] = useState(false);
  const revoke = async () => {
    setBusy(true);
    await props.onRevoke();
    props.onClose();
  };
  return (
    <Dialog
      open
      size="small"
      title={t("keys.revokeTitle", { name: props.apiKey.name })}
      description={t("keys.revokeBody")}
      onOpenChange={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>{tUi("actions.cancel")}</Button>
          <Button kind="danger" busy={busy} onClick={() => void revoke()}>
            {t("keys.revoke")}
          </Button>
        </>
      }
    />
  );
}

/** Keys for programs: made here, shown once, revoked here. */
export function ApiKeys() {
  const t = useT("account");
  const problemText = useProblemText();
  const { keys, problem, reload, create, revoke } = useApiKeys();
  const [secret, setSecret] = useState<string | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  return (
    <div className={css["keys"]}>
      <p className={css["note"]}>{t("keys.intro")}</p>
      <CreateKey onCreate={async (name, expiry) => setSecret(await create(name, expiry))} />
      {problem === null ? null : (
        <ErrorState body={problemText(problem)} onRetry={() => reload()} />
      )}
      {keys === null && problem === null ? <Skeleton height={48} /> : null}
      {keys?.length === 0 ? (
        <EmptyState
          icon={<KeyRound size={20} strokeWidth={1.5} />}
          title={t("keys.emptyTitle")}
          body={t("keys.emptyBody")}
        />
      ) : (
        <ul>
          {keys?.map((key) => (
            <KeyRow key={key.id} apiKey={key} onRevoke={() => setRevoking(key)} />
          ))}
        </ul>
      )}
      <Dialog
        open={secret !== null}
        title={t("keys.secretTitle")}
        description={t("keys.secretBody")}
        onOpenChange={() => setSecret(null)}
        footer={
          <Button kind="primary" onClick={() => setSecret(null)}>
            {t("keys.secretDone")}
          </Button>
        }
      >
        <CopyField label={t("keys.title")} value={secret ?? ""} />
      </Dialog>
      {revoking === null ? null : (
        <RevokeDialog
          apiKey={revoking}
          onClose={() => setRevoking(null)}
          onRevoke={() => revoke(revoking)}
        />
      )}
    </div>
  );
}

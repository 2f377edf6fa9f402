"use client";
import type { Share } from "@cutroom/contracts";
import { Link2 } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { useProblemText } from "../i18n/use-problem-text.ts";
import { useFormatter, useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { useAnswer } from "../server/use-answer.ts";
import { Button } from "../ui/button.tsx";
import { CopyField } from "../ui/copy-field.tsx";
import { Select } from "../ui/select.tsx";
import { notifyFailure } from "../ui/toaster.tsx";
import { Switch } from "../ui/switch.tsx";
import css from "./share-panel.module.css";

const DAY_MS = 86_400_000;
const EXPIRIES = { never: null, day: 1, week: 7, month: 30 } as const;
type Expiry = keyof typeof EXPIRIES;
/** A review by machines takes seconds. */
const LOOK_AGAIN_MS = 5_000;

function useShares(taskId: string) {
  const api = useApi();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const { value, change, reload } = useAnswer<readonly Share[]>(
    useCallback(async () => {
      const answer = await api.listShares({ query: { task_id: taskId } });
      if (!answer.ok) return answer;
      return { ok: true, value: answer.value.shares.filter((share) => share.revoked_at === null) };
    }, [api, taskId]),
  );
  const isWaiting = value?.some(({ exposure }) => exposure === "IN_REVIEW") === true;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(() => void reload(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [isWaiting, reload]);
  const create = async (title: string, expiry: Expiry, allowDownload: boolean) => {
    setBusy(true);
    const days = EXPIRIES[expiry];
    const answer = await api.createShare({
      body: {
        task_id: taskId,
        allow_download: allowDownload,
        ...(title === "" ? {} : { title }),
        ...(days === null
          ? {}
          : { expires_at: new Date(Date.now() + days * DAY_MS).toISOString() }),
      },
    });
    setBusy(false);
    if (answer.ok) change((now) => [answer.value, ...now]);
    else notifyFailure(problemText(answer.failure));
  };
  const revoke = async (share: Share) => {
    const answer = await api.revokeShare({ params: { share_id: share.id } });
    if (answer.ok) change((now) => now.filter(({ id }) => id !== share.id));
    else notifyFailure(problemText(answer.failure));
  };
  return { shares: value ?? [], busy, create, revoke };
}

function ShareRow(props: { readonly share: Share; readonly onRevoke: () => void }) {
  const t = useT("exports");
  const format = useFormatter();
  const { share } = props;
  const expires =
    share.expires_at === null
      ? t("share.noExpiry")
      : t("share.expires", {
          date: format.dateTime(new Date(share.expires_at), {
            dateStyle: "medium",
            timeStyle: "short",
          }),
        });
  return (
    <li className={css["link"]}>
      <CopyField label={t("share.link")} value={share.url} />
      {share.exposure === "SHOWN" ? null : (
        <p role="status" className={css["exposure"]}>
          {t(`share.exposure.${share.exposure}`)}
        </p>
      )}
      <div className={css["linkFoot"]}>
        <span>
          {expires} · {t(share.allow_download ? "share.downloadOn" : "share.downloadOff")}
        </span>
        <Button kind="quiet" onClick={props.onRevoke}>
          {t("share.revoke")}
        </Button>
      </div>
    </li>
  );
}

/** Public links to one finished export: make, copy, end. */
export function SharePanel(props: { readonly taskId: string; readonly title: string }) {
  const t = useT("exports");
  const { shares, busy, create, revoke } = useShares(props.taskId);
  const [expiry, setExpiry] = useState<Expiry>("never");
  const [allowDownload, setAllowDownload] = useState(true);
  return (
    <section className={css["panel"]} aria-label={t("share.title")}>
      <div className={css["make"]}>
        <Select
          label={t("share.expiry")}
          value={expiry}
          onChange={setExpiry}
          options={(["never", "day", "week", "month"] as const).map((value) => ({
            value,
            label: t(`share.expiries.${value}`),
          }))}
        />
        <Switch
          label={t("share.allowDownload")}
          checked={allowDownload}
          onChange={setAllowDownload}
        />
        <Button
          busy={busy}
          icon={<Link2 size={14} strokeWidth={1.75} />}
          onClick={() => void create(props.title, expiry, allowDownload)}
        >
          {t("share.create")}
        </Button>
      </div>
      {shares.length === 0 ? null : (
        <ul className={css["links"]}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} onRevoke={() => void revoke(share)} />
          ))}
        </ul>
      )}
    </section>
  );
}

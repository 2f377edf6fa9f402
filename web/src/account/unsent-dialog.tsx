"use client";
import { useState } from "react";
import { sessionDeps } from "../editor/session/browser-session.ts";
import type { UnsentProject } from "../editor/session/kept-edits.ts";
import { type UnsentReason, sendKept } from "../editor/session/send-kept.ts";
import { useT } from "../i18n/use-t.ts";
import { useApi } from "../server/client.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import css from "./unsent-dialog.module.css";

type Way = "send" | "keep" | "discard";

/** Before signing out: what only this device has, and the choice of what becomes of it. */
export function UnsentDialog(props: {
  readonly projects: readonly UnsentProject[];
  /** Signs out; when that fails, it says so and the question stays. */
  readonly onLeave: (how: { readonly evenUnsent: boolean }) => Promise<void>;
  readonly onClose: () => void;
}) {
  const t = useT("account");
  const api = useApi();
  const [busy, setBusy] = useState<Way | null>(null);
  const [reasons, setReasons] = useState<Readonly<Record<string, UnsentReason | null>>>({});
  const left = props.projects.filter(({ projectId }) => reasons[projectId] !== null);

  const send = async () => {
    const found: Record<string, UnsentReason | null> = {};
    for (const { projectId } of left) {
      found[projectId] = await sendKept(projectId, sessionDeps(api, projectId));
    }
    setReasons({ ...reasons, ...found });
    if (Object.values(found).every((reason) => reason === null)) {
      await props.onLeave({ evenUnsent: false });
    }
  };
  const take = async (way: Way) => {
    setBusy(way);
    try {
      await (way === "send" ? send() : props.onLeave({ evenUnsent: way === "discard" }));
    } finally {
      setBusy(null);
    }
  };
  const button = (way: Way) => ({
    busy: busy === way,
    disabled: busy !== null,
    onClick: () => void take(way),
    children: t(`signOut.${way}`),
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) props.onClose();
      }}
      title={t("signOut.title")}
      description={t("signOut.body")}
      footer={
        <>
          <Button kind="danger" {...button("discard")} />
          <Button {...button("keep")} />
          <Button kind="primary" {...button("send")} />
        </>
      }
    >
      <ul className={css["projects"]} data-testid="unsent-projects">
        {left.map(({ projectId, name }) => (
          <li key={projectId}>
            <span className={css["name"]} dir="auto" title={name}>
              {name}
            </span>
            {reasons[projectId] == null ? null : (
              <span className={css["reason"]} role="alert">
                {t(`signOut.reasons.${reasons[projectId]}`)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className={css["note"]}>{t("signOut.keepNote")}</p>
    </Dialog>
  );
}

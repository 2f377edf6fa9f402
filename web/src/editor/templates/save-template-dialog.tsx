"use client";
import { makeTemplate } from "@cutroom/timeline";
import { AudioLines, Film, Type } from "lucide-react";
import { useState } from "react";
import { useProblemText } from "../../i18n/use-problem-text.ts";
import { useT } from "../../i18n/use-t.ts";
import { useApi } from "../../server/client.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Switch } from "../../ui/switch.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { notify } from "../../ui/toaster.tsx";
import { useEnv } from "../session/editor-context.tsx";
import { type Candidate, candidatesOf, wishOf } from "./template-choice.ts";
import css from "./templates.module.css";

const ICONS = { picture: Film, sound: AudioLines, text: Type } as const;
type Labels = Readonly<Record<string, string>>;

function CandidateRow(props: {
  readonly candidate: Candidate;
  /** Undefined: it stays as it is. */
  readonly label: string | undefined;
  readonly onChange: (label: string | undefined) => void;
}) {
  const t = useT("editor");
  const { candidate, label } = props;
  const Icon = ICONS[candidate.kind];
  return (
    <li className={css["row"]}>
      <Icon size={16} strokeWidth={1.5} aria-hidden className={css["icon"]} />
      <span className={css["name"]} title={candidate.name}>
        {candidate.name}
      </span>
      <Switch
        label={
          <span className="visually-hidden">{t("template.replace", { name: candidate.name })}</span>
        }
        checked={label !== undefined}
        onChange={(on) => props.onChange(on ? candidate.name : undefined)}
      />
      <TextField
        className={css["label"]}
        label={t("template.labelOf", { name: candidate.name })}
        hideLabel
        disabled={label === undefined}
        maxLength={120}
        placeholder={t("template.stays")}
        value={label ?? ""}
        onChange={props.onChange}
      />
    </li>
  );
}

/** Everything picked at first: a template is what is left when its contents are taken out. */
function allLabels(candidates: readonly Candidate[]): Labels {
  return Object.fromEntries(candidates.map(({ clipId, name }) => [clipId, name]));
}

function useSave(onClose: () => void) {
  const t = useT("editor");
  const env = useEnv();
  const api = useApi();
  const problemText = useProblemText();
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem?: string }>({
    busy: false,
  });
  const save = async (name: string, wish: ReturnType<typeof wishOf>) => {
    setState({ busy: true });
    const template = makeTemplate(env.store.getState().project.document, {
      ...wish,
      factsOf: (assetId) => env.assetOf(assetId)?.facts ?? null,
    });
    const answer = await api.createTemplate({ body: { name, template } });
    if (!answer.ok) {
      setState({ busy: false, problem: problemText(answer.failure) });
      return;
    }
    notify(t("template.saved", { name }), { description: t("template.savedHint") });
    onClose();
  };
  return { ...state, save };
}

function SaveForm({ onClose }: { readonly onClose: () => void }) {
  const t = useT("editor");
  const tUi = useT("ui");
  const env = useEnv();
  const { project } = env.store.getState();
  const [candidates] = useState(() => candidatesOf(project.document));
  const [name, setName] = useState(project.name);
  const [labels, setLabels] = useState(() => allLabels(candidates));
  const [follows, setFollows] = useState(true);
  const { busy, problem, save } = useSave(onClose);
  const change = (clipId: string, label: string | undefined) => {
    const { [clipId]: _before, ...rest } = labels;
    setLabels(label === undefined ? rest : { ...rest, [clipId]: label });
  };
  const wish = wishOf(candidates, labels, follows ? "auto" : "fixed");
  const count = wish.slots.length + wish.texts.length;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="large"
      title={t("template.title")}
      description={t("template.text")}
      footer={
        <>
          <span className={css["count"]} role="status">
            {problem ?? t("template.count", { count })}
          </span>
          <Button onClick={onClose}>{tUi("actions.cancel")}</Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={name.trim() === "" || count === 0}
            onClick={() => void save(name.trim(), wish)}
          >
            {t("template.save")}
          </Button>
        </>
      }
    >
      {candidates.length === 0 ? (
        <EmptyState
          icon={<Film size={20} strokeWidth={1.5} />}
          title={t("template.emptyTitle")}
          body={t("template.emptyBody")}
        />
      ) : (
        <div className={css["form"]}>
          <TextField label={t("template.name")} value={name} maxLength={200} onChange={setName} />
          <ul className={css["rows"]} aria-label={t("template.rows")} data-testid="template-rows">
            {candidates.map((candidate) => (
              <CandidateRow
                key={candidate.clipId}
                candidate={candidate}
                label={labels[candidate.clipId]}
                onChange={(label) => change(candidate.clipId, label)}
              />
            ))}
          </ul>
          <Switch label={t("template.follows")} checked={follows} onChange={setFollows} />
        </div>
      )}
    </Dialog>
  );
}

/** From the open project to a template of the workspace. */
export function SaveTemplateDialog(props: {
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  return props.open ? <SaveForm onClose={props.onClose} /> : null;
}

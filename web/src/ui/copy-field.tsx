"use client";
import { Check, Copy } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { Button } from "./button.tsx";
import { classNames } from "./class-names.ts";
import css from "./copy-field.module.css";
import field from "./field.module.css";

const SHOWN_MS = 2_000;

/** Text to take away, with a button that copies it. */
export function CopyField(props: { readonly label: string; readonly value: string }) {
  const t = useT("ui");
  const input = useRef<HTMLInputElement>(null);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    input.current?.select();
    try {
      await navigator.clipboard.writeText(props.value);
      setCopied(true);
    } catch {
      // Without the permission the text stays selected, ready for the keyboard.
      input.current?.focus();
    }
  };
  return (
    <div className={css["row"]}>
      <input
        ref={input}
        readOnly
        aria-label={props.label}
        value={props.value}
        className={classNames(field["control"], css["value"])}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button
        icon={copied ? <Check size={14} strokeWidth={2} /> : <Copy size={14} strokeWidth={1.75} />}
        onClick={() => void copy()}
      >
        <span aria-live="polite">{t(copied ? "actions.copied" : "actions.copy")}</span>
      </Button>
    </div>
  );
}

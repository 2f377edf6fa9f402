"use client";
import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useT } from "../i18n/use-t.ts";
import buttonCss from "./button.module.css";
import { classNames } from "./class-names.ts";
import css from "./dialog.module.css";
import { enterModal } from "./modal-state.ts";

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly size?: "small" | "normal" | "large";
  readonly children?: ReactNode;
  /** Buttons; the primary one last. */
  readonly footer?: ReactNode;
}

/** Selects keep a hidden input of their own. */
const FIELD =
  ":is(input[type=text], input[type=search], input:not([type]), textarea):not([aria-hidden=true])";

/**
 * A modal: focus stays inside, Escape and a click outside close it, focus returns after. It
 * begins where a person goes on: in the first text field, else on the primary button.
 */
export function Dialog(props: DialogProps) {
  const t = useT("ui");
  const body = useRef<HTMLDivElement>(null);
  const footer = useRef<HTMLElement>(null);
  useEffect(() => (props.open ? enterModal() : undefined), [props.open]);
  const firstFocus = () =>
    body.current?.querySelector<HTMLElement>(FIELD) ??
    footer.current?.querySelector<HTMLElement>(`.${buttonCss["primary"]}`) ??
    true;
  return (
    <Base.Root open={props.open} onOpenChange={(open) => props.onOpenChange(open)}>
      <Base.Portal>
        <Base.Backdrop className={css["backdrop"]} />
        <Base.Viewport className={css["viewport"]}>
          <Base.Popup
            className={classNames(css["dialog"], css[props.size ?? "normal"])}
            initialFocus={firstFocus}
          >
            <header className={css["header"]}>
              <Base.Title className={css["title"]}>{props.title}</Base.Title>
              <Base.Close
                aria-label={t("actions.close")}
                className={classNames(buttonCss["button"], buttonCss["quiet"], buttonCss["icon"])}
              >
                <X size={16} strokeWidth={1.5} />
              </Base.Close>
            </header>
            {props.description === undefined ? null : (
              <Base.Description className={css["description"]}>
                {props.description}
              </Base.Description>
            )}
            {props.children === undefined ? null : (
              <div ref={body} className={css["body"]}>
                {props.children}
              </div>
            )}
            {props.footer === undefined ? null : (
              <footer ref={footer} className={css["footer"]}>
                {props.footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

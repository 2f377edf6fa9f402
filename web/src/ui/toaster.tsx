"use client";
import { Toaster as Sonner, toast } from "sonner";
import { useT } from "../i18n/use-t.ts";
import { useShownDirection } from "./use-direction.tsx";
import { useShownTheme } from "./use-theme.ts";
import css from "./toaster.module.css";

const QUIET_MS = 5_000;
const UNDO_MS = 10_000;

/** Once, around the app. */
export function Toaster() {
  const t = useT("ui");
  const theme = useShownTheme();
  const direction = useShownDirection();
  return (
    <Sonner
      position={direction === "rtl" ? "bottom-left" : "bottom-right"}
      dir={direction}
      theme={theme}
      containerAriaLabel={t("toast.region")}
      gap={8}
      offset={16}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: t("toast.dismiss"),
        classNames: {
          toast: css["toast"] ?? "",
          title: css["title"] ?? "",
          description: css["description"] ?? "",
          actionButton: css["action"] ?? "",
          closeButton: css["close"] ?? "",
          content: css["content"] ?? "",
          icon: css["icon"] ?? "",
        },
      }}
    />
  );
}

/** Something happened that the page does not show by itself. */
export function notify(message: string, options: { readonly description?: string } = {}): void {
  toast(message, { ...options, duration: QUIET_MS });
}

/** A destructive action was done; `undo` takes it back. */
export function notifyUndo(
  message: string,
  undo: { readonly label: string; readonly run: () => void },
): void {
  toast(message, { duration: UNDO_MS, action: { label: undo.label, onClick: undo.run } });
}

/** Something can be done now or later; stays until it is done or closed. */
export function notifyOffer(
  message: string,
  offer: { readonly label: string; readonly run: () => void },
): void {
  toast(message, {
    id: message,
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    action: { label: offer.label, onClick: offer.run },
  });
}

/** A failure: what happened and what to do. Stays until it is closed. */
export function notifyFailure(
  message: string,
  options: {
    readonly description?: string;
    readonly action?: { readonly label: string; readonly run: () => void };
  } = {},
): void {
  toast.error(message, {
    duration: Number.POSITIVE_INFINITY,
    closeButton: true,
    ...(options.description === undefined ? {} : { description: options.description }),
    ...(options.action === undefined
      ? {}
      : { action: { label: options.action.label, onClick: options.action.run } }),
  });
}

"use client";
import { type FormEvent, useState } from "react";
import { useT } from "../i18n/use-t.ts";
import { type AuthFailure, type AuthOutcome, authOf } from "../server/auth.ts";
import { useApi } from "../server/client.ts";
import { useConfig } from "../server/config.tsx";
import { loadSession } from "../server/session.ts";
import { Button } from "../ui/button.tsx";
import { Logo } from "../ui/logo.tsx";
import { TextField } from "../ui/text-field.tsx";
import css from "./sign-in.module.css";
import { TrackDrawing } from "./track-drawing.tsx";

type Mode = "in" | "up";
const PASSWORD_MIN = 8;

function useSigningIn() {
  const { apiUrl } = useConfig();
  const api = useApi();
  const [busy, setBusy] = useState<"demo" | "form" | null>(null);
  const [failure, setFailure] = useState<AuthFailure | null>(null);
  const run = async (which: "demo" | "form", sign: () => Promise<AuthOutcome>) => {
    setBusy(which);
    setFailure(null);
    const outcome = await sign();
    if (outcome.ok) await loadSession(api);
    else setFailure(outcome.reason);
    setBusy(null);
  };
  return { auth: authOf(apiUrl), busy, failure, run };
}

function CredentialsForm(props: { readonly signing: ReturnType<typeof useSigningIn> }) {
  const t = useT("account");
  const { auth, busy, failure, run } = props.signing;
  const [mode, setMode] = useState<Mode>("in");
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run("form", () =>
      mode === "in" ? auth.signIn({ email, password }) : auth.signUp({ name, email, password }),
    );
  };
  return (
    <form className={css["form"]} onSubmit={submit}>
      {mode === "in" ? null : (
        <TextField
          label={t("signIn.name")}
          value={name}
          onChange={setName}
          size="large"
          autoComplete="name"
          required
        />
      )}
      <TextField
        label={t("signIn.email")}
        type="email"
        value={email}
        onChange={setEmail}
        size="large"
        autoComplete="email"
        required
      />
      <TextField
        label={t("signIn.password")}
        type="password"
        value={password}
        onChange={setPassword}
        size="large"
        minLength={PASSWORD_MIN}
        autoComplete={mode === "in" ? "current-password" : "new-password"}
        {...(mode === "up"
          ? { hint: t("signIn.passwordHint", { count: String(PASSWORD_MIN) }) }
          : {})}
        required
      />
      {failure === null ? null : (
        <p role="alert" className={css["failure"]}>
          {t(`signIn.failures.${failure}`)}
        </p>
      )}
      <Button type="submit" size="large" wide busy={busy === "form"}>
        {t(mode === "in" ? "signIn.in" : "signIn.up")}
      </Button>
      <Button kind="quiet" wide onClick={() => setMode(mode === "in" ? "up" : "in")}>
        {t(mode === "in" ? "signIn.toUp" : "signIn.toIn")}
      </Button>
    </form>
  );
}

/** The start page of somebody who is not signed in, and what other pages show instead of themselves. */
export function SignIn() {
  const t = useT("account");
  const tUi = useT("ui");
  const { demoSignIn } = useConfig();
  const signing = useSigningIn();
  return (
    <div className={css["page"]}>
      <section className={css["panel"]} aria-labelledby="sign-in-title">
        <Logo size={32} />
        <h1 id="sign-in-title" className={css["title"]}>
          {tUi("tagline")}
        </h1>
        {demoSignIn ? (
          <>
            <Button
              kind="primary"
              size="large"
              wide
              busy={signing.busy === "demo"}
              onClick={() => void signing.run("demo", signing.auth.signInDemo)}
            >
              {t("signIn.demo")}
            </Button>
            <p className={css["note"]}>{t("signIn.demoNote")}</p>
            <div className={css["or"]}>{t("signIn.or")}</div>
          </>
        ) : null}
        <CredentialsForm signing={signing} />
      </section>
      <TrackDrawing />
    </div>
  );
}

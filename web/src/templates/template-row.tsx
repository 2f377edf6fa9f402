"use client";
import { useT } from "../i18n/use-t.ts";
import { MoreLink } from "../ui/more-link.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useLocalised } from "./localised.ts";
import { TemplateCard } from "./template-card.tsx";
import css from "./templates.module.css";
import { useTemplates } from "./use-templates.ts";

const FIRST = 5;
const PLACES = Array.from({ length: FIRST }, (_, place) => place);

/** The first of the gallery, as an offer: where it cannot be had, nothing stands. */
export function TemplateRow() {
  const t = useT("templates");
  const localised = useLocalised();
  const { value: templates, problem } = useTemplates(FIRST);
  if (templates === null && problem !== null) return null;
  return (
    <section aria-labelledby="start-templates" className={css["section"]}>
      <header className={css["head"]}>
        <h2 id="start-templates">{t("row")}</h2>
        <MoreLink href="/templates">{t("form.back")}</MoreLink>
      </header>
      <ul className={css["row"]}>
        {templates === null
          ? PLACES.map((place) => (
              <li key={place}>
                <Skeleton height={190} />
              </li>
            ))
          : templates.map((one) => <TemplateCard key={one.id} shown={localised(one)} />)}
      </ul>
    </section>
  );
}

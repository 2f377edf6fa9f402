import Link from "next/link";
import type { ReactNode } from "react";
import css from "./more-link.module.css";

/** In the head of a section: the way to all of what it shows some of. */
export function MoreLink(props: { readonly href: string; readonly children: ReactNode }) {
  return (
    <Link href={props.href} className={css["link"]}>
      {props.children}
    </Link>
  );
}

import type { ReactNode } from "react";
import { Frame } from "../../frame/frame.tsx";

export default function PagesLayout({ children }: { readonly children: ReactNode }) {
  return <Frame>{children}</Frame>;
}

import type { MetadataRoute } from "next";
import { messagesOf } from "../i18n/messages.ts";
import { requestLocale } from "../i18n/request-locale.ts";
import { GROUND } from "../ui/theme.ts";

/** What a browser needs to install the app; drawn as the dark theme, which it starts in. */
export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { product, tagline } = messagesOf(await requestLocale()).ui;
  return {
    id: "/",
    name: product,
    short_name: product,
    description: tagline,
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: GROUND.dark,
    theme_color: GROUND.dark,
    categories: ["photo", "productivity"],
    icons: [
      { src: "/icons/192.png", sizes: "192x192", type: "image/png" },
      { src: "/icons/512.png", sizes: "512x512", type: "image/png" },
      { src: "/icons/maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}

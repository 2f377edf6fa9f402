import type { PublicShare } from "@cutroom/contracts";
import { Download } from "lucide-react";
import type { ReactNode } from "react";
import { buttonClass } from "../ui/button.tsx";
import { formatDuration } from "../ui/format.ts";
import { Logo } from "../ui/logo.tsx";
import type { Seekable } from "./seek-strip.tsx";
import { shareFilePath } from "./share-files.ts";
import css from "./share-view.module.css";
import { SharedVideo } from "./shared-video.tsx";

/** Around everything that a share link can show. */
export function ShareFrame(props: { readonly by: string; readonly children: ReactNode }) {
  return (
    <div className={css["page"]}>
      <main className={css["main"]}>{props.children}</main>
      <footer className={css["footer"]}>
        <Logo size={16} />
        <span>{props.by}</span>
      </footer>
    </div>
  );
}

function seekable(token: string, share: PublicShare, label: string): Seekable | null {
  const strip = share.filmstrip ?? null;
  if (strip === null || share.duration_ms === 0) return null;
  const filmstrip = { ...strip, url: shareFilePath(token, "filmstrip.jpg") };
  return { filmstrip, durationMs: share.duration_ms, label };
}

/** A player, a picture, or for what no browser plays its poster. */
function SharedMedia(props: {
  readonly token: string;
  readonly share: PublicShare;
  readonly words: { readonly player: string; readonly noVideo: string; readonly seek: string };
}) {
  const { token, share, words } = props;
  const poster = share.poster_url === null ? undefined : shareFilePath(token, "poster.jpg");
  const src = shareFilePath(token, "video");
  const style = { aspectRatio: `${share.width} / ${share.height}` };
  if (share.media === "sound") {
    return <audio className={css["sound"]} src={src} controls aria-label={words.player} />;
  }
  if (share.media !== "video" || !share.plays) {
    const shown = share.media === "video" ? poster : src;
    return shown === undefined ? (
      <p>{words.noVideo}</p>
    ) : (
      <img className={css["video"]} style={style} src={shown} alt={words.player} />
    );
  }
  return (
    <SharedVideo
      className={css["video"]}
      shape={style.aspectRatio}
      src={src}
      stream={share.stream === null ? null : `/s/${encodeURIComponent(token)}/stream.m3u8`}
      poster={poster}
      label={words.player}
      noVideo={words.noVideo}
      seek={seekable(token, share, words.seek)}
    />
  );
}

/** The shared video. Plain HTML: it plays, seeks and downloads without a script. */
export function ShareView(props: {
  readonly token: string;
  readonly share: PublicShare;
  readonly words: {
    readonly player: string;
    readonly noVideo: string;
    readonly seek: string;
    readonly download: string;
    /** Of what it is made; null: nothing is to be said. */
    readonly made: string | null;
  };
}) {
  const { token, share, words } = props;
  const shape = share.width > 0 ? share.width / share.height : 16 / 9;
  return (
    <article
      className={css["article"]}
      style={{ maxWidth: `min(1280px, calc((100dvh - 170px) * ${shape.toFixed(4)}))` }}
    >
      <SharedMedia token={token} share={share} words={words} />
      <div className={css["caption"]}>
        <div className={css["text"]}>
          <h1 className={css["title"]} title={share.title}>
            {share.title}
          </h1>
          <p className={css["note"]}>
            {[
              share.duration_ms > 0 ? formatDuration(share.duration_ms) : null,
              share.width > 0 ? `${share.width} × ${share.height}` : null,
            ]
              .filter((fact) => fact !== null)
              .join(" · ")}
          </p>
          {words.made === null ? null : <p className={css["note"]}>{words.made}</p>}
        </div>
        {share.download_url === null ? null : (
          <a className={buttonClass("secondary", "large")} href={shareFilePath(token, "download")}>
            <Download size={16} strokeWidth={1.5} aria-hidden />
            {words.download}
          </a>
        )}
      </div>
    </article>
  );
}

/** A link that leads nowhere (any more), or a service that does not answer. */
export function ShareNotice(props: {
  readonly title: string;
  readonly body: string;
  readonly action?: ReactNode;
}) {
  return (
    <div className={css["notice"]}>
      <h1 className={css["title"]}>{props.title}</h1>
      <p className={css["note"]}>{props.body}</p>
      {props.action}
    </div>
  );
}

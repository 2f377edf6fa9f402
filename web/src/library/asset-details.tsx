"use client";
import type { Asset } from "@cutroom/contracts";
import type { SoundName } from "@cutroom/timeline";
import { Upload, X } from "lucide-react";
import type { ReactNode } from "react";
import { languageName } from "../i18n/language-name.ts";
import { useFormatter, useLocale, useT } from "../i18n/use-t.ts";
import { toolName } from "../provenance/provenance-lines.ts";
import { Button } from "../ui/button.tsx";
import { formatBytes, formatFrame, formatRate } from "../ui/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { PanelHeader } from "../ui/panel-header.tsx";
import css from "./asset-details.module.css";
import { assetLength } from "./asset-facts.ts";
import { AssetStatus } from "./asset-status.tsx";
import { FilmPreview } from "./film-preview.tsx";
import { ReviewNote } from "./review-note.tsx";

type Analysis = NonNullable<NonNullable<Asset["facts"]>["analysis"]>;

function Fact(props: { readonly name: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{props.name}</dt>
      <dd>{props.children}</dd>
    </>
  );
}

function MeasuredFacts({ asset }: { readonly asset: Asset }) {
  const t = useT("library");
  const facts = asset.facts;
  if (facts === null) return null;
  const { video, audio } = facts;
  const still = facts.kind === "image" || facts.kind === "lut";
  return (
    <>
      <Fact name={t("details.kind")}>{t(`details.kinds.${facts.kind}`)}</Fact>
      {still ? null : <Fact name={t("details.length")}>{assetLength(asset)}</Fact>}
      {video === null ? null : (
        <>
          <Fact name={t("details.picture")}>{formatFrame(video.width, video.height)}</Fact>
          {still ? null : (
            <>
              <Fact name={t("details.rate")}>
                {t("details.rateValue", { rate: formatRate(video.rate) })}
              </Fact>
              <Fact name={t("details.frames")}>{video.frameCount}</Fact>
            </>
          )}
          {video.hasAlpha ? <Fact name={t("details.alpha")}>{t("details.yes")}</Fact> : null}
        </>
      )}
      {audio === null ? (
        still ? null : (
          <Fact name={t("details.sound")}>{t("details.noSound")}</Fact>
        )
      ) : (
        <Fact name={t("details.sound")}>
          {t(audio.channels === 2 ? "details.stereo" : "details.soundValue", {
            rate: String(audio.sampleRate / 1000),
            channels: audio.channels,
          })}
        </Fact>
      )}
      <Sounds sounds={facts.sounds ?? []} />
      <Happenings analysis={facts.analysis} />
      {audio === null || audio.loudnessLufs === null ? null : (
        <Fact name={t("details.loudness")}>
          {t("details.loudnessValue", { value: audio.loudnessLufs.toFixed(1) })}
        </Fact>
      )}
    </>
  );
}

/** The sounds of a file that has several: a clip chooses one of them. */
function Sounds({ sounds }: { readonly sounds: readonly SoundName[] }) {
  const t = useT("library");
  if (sounds.length === 0) return null;
  const names = sounds.map(
    ({ language, title }, at) =>
      title ?? languageName(language) ?? t("details.soundNumber", { number: String(at + 1) }),
  );
  return (
    <Fact name={t("details.sounds")}>
      <span dir="auto">{names.join(", ")}</span>
    </Fact>
  );
}

/** What ingest found in it, where it found anything. */
function Happenings({ analysis }: { readonly analysis: Analysis | undefined }) {
  const t = useT("library");
  if (analysis === undefined) return null;
  const { sceneCuts, silences, tempoBpm } = analysis;
  return (
    <>
      {sceneCuts.length === 0 ? null : (
        <Fact name={t("details.shots")}>{sceneCuts.length + 1}</Fact>
      )}
      {silences.length === 0 ? null : <Fact name={t("details.silences")}>{silences.length}</Fact>}
      {tempoBpm === null ? null : (
        <Fact name={t("details.tempo")}>
          {t("details.tempoValue", { bpm: String(Math.round(tempoBpm)) })}
        </Fact>
      )}
    </>
  );
}

/** What the file's own credentials say: its word, which nobody has checked (G8). */
function SaidOrigin({ origin }: { readonly origin: NonNullable<Asset["said_origin"]> | null }) {
  const t = useT("provenance");
  if (origin === null) return null;
  const { disclosure, tool } = origin;
  const said =
    tool === null ? t(`says.${disclosure}`) : t(`saysBy.${disclosure}`, { tool: toolName(tool) });
  return <Fact name={t("credentials")}>{said}</Fact>;
}

function Preview({ asset }: { readonly asset: Asset }) {
  const { proxy, poster, original } = asset.urls;
  if (asset.facts?.kind === "video" && proxy !== null) {
    return <FilmPreview key={asset.id} asset={asset} src={proxy} />;
  }
  if (asset.facts?.kind === "audio" && (proxy ?? original) !== null) {
    return <audio src={proxy ?? original ?? ""} controls preload="none" />;
  }
  const picture = poster ?? original;
  return picture === null ? null : <img src={picture} alt={asset.name} />;
}

function Warnings({ codes }: { readonly codes: Asset["warnings"] }) {
  const t = useT("library");
  if (codes.length === 0) return null;
  return (
    <section className={css["section"]}>
      <h3 className={css["heading"]}>{t("details.warnings")}</h3>
      <ul className={css["warnings"]}>
        {codes.map((code) => (
          <li key={code}>{t(`warnings.${code}`)}</li>
        ))}
      </ul>
    </section>
  );
}

/** Everything known of one file, beside the grid. */
export function AssetDetails(props: {
  readonly asset: Asset;
  readonly onClose: () => void;
  readonly onUploadAnother: () => void;
}) {
  const t = useT("library");
  const tFail = useT("failures");
  const locale = useLocale();
  const format = useFormatter();
  const { asset } = props;
  return (
    <aside className={css["panel"]} aria-label={t("details.title")}>
      <PanelHeader
        title={
          <span dir="auto" title={asset.name}>
            {asset.name}
          </span>
        }
      >
        <IconButton
          label={t("details.close")}
          icon={<X size={16} strokeWidth={1.5} />}
          onClick={props.onClose}
        />
      </PanelHeader>
      <div className={css["body"]}>
        <Preview asset={asset} />
        {asset.failure === null ? (
          asset.state === "READY" ? null : (
            <AssetStatus asset={asset} />
          )
        ) : (
          <div className={css["refusal"]} role="alert">
            <h3>{t("details.refused")}</h3>
            <p>
              {tFail(`what.${asset.failure.code}`)} {tFail(`next.${asset.failure.code}`)}
            </p>
            <Button icon={<Upload size={14} strokeWidth={1.5} />} onClick={props.onUploadAnother}>
              {t("details.tryAgain")}
            </Button>
          </div>
        )}
        <ReviewNote asset={asset} />
        <dl className={css["facts"]}>
          <MeasuredFacts asset={asset} />
          <Fact name={t("details.size")}>{formatBytes(asset.size_bytes, locale)}</Fact>
          <Fact name={t("details.added")}>
            {format.dateTime(new Date(asset.created_at), {
              dateStyle: "medium",
              timeStyle: "short",
            })}
          </Fact>
          <Fact name={t("details.origin")}>{t(`details.origins.${asset.origin}`)}</Fact>
          <SaidOrigin origin={asset.said_origin ?? null} />
          {asset.checksum === null ? null : (
            <Fact name={t("details.checksum")}>
              <code title={asset.checksum}>{asset.checksum.slice(0, 12)}</code>
            </Fact>
          )}
        </dl>
        <Warnings codes={asset.warnings} />
      </div>
    </aside>
  );
}

"use client";
import { type SourceAsset, type Template, fillTemplate } from "@cutroom/timeline";
import { useMemo, useState } from "react";
import { spreadFiles } from "./spread-files.ts";

type Chosen<T> = Readonly<Record<string, T>>;

/** What a person chose for a template so far, and the document that comes of it at once. */
export function useFilling(template: Template) {
  const [media, setMedia] = useState<Chosen<SourceAsset>>({});
  const [texts, setTexts] = useState<Chosen<string>>({});
  const [colours, setColours] = useState<Chosen<string>>({});
  const filled = useMemo(
    () => fillTemplate(template, { media, texts, colours }),
    [template, media, texts, colours],
  );
  return {
    media,
    texts,
    colours,
    /** Choices are checked when they are made, so an answer without a document is a bug. */
    document: filled.ok ? filled.value : null,
    setText: (id: string, text: string) => setTexts({ ...texts, [id]: text }),
    setColour: (id: string, colour: string) => setColours({ ...colours, [id]: colour }),
    setFile: (id: string, file: SourceAsset) => setMedia({ ...media, [id]: file }),
    clearFile: (id: string) => {
      const { [id]: _out, ...rest } = media;
      setMedia(rest);
    },
    /** How many files found no place. */
    spread: (files: readonly SourceAsset[]): number => {
      const spread = spreadFiles(template, media, files);
      setMedia(spread.media);
      return spread.left;
    },
  };
}

export type Filling = ReturnType<typeof useFilling>;

"use client";
import { useEffect } from "react";
import { useGenerationQueue } from "../../generate/queue-store.ts";
import { useApi } from "../../server/client.ts";
import { loadGenerations } from "../../server/workspace.ts";
import type { EditorEnv } from "../session/editor-env.ts";
import { followFills } from "./follow-fills.ts";

/** Knows of every clip that is being made for as long as the project is open. */
export function useGenerations(env: EditorEnv): void {
  const api = useApi();
  useGenerationQueue();
  useEffect(() => void loadGenerations(api), [api]);
  useEffect(() => followFills(env), [env]);
}

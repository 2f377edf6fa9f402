"use client";
import { type ReactNode, createContext, useContext } from "react";

/** What the running server tells the browser; never baked in at build. */
export interface ClientConfig {
  /** Base of the API as the browser reaches it, no trailing slash. */
  readonly apiUrl: string;
  readonly demoSignIn: boolean;
}

const Config = createContext<ClientConfig | null>(null);

export function ConfigProvider(props: {
  readonly value: ClientConfig;
  readonly children: ReactNode;
}) {
  return <Config.Provider value={props.value}>{props.children}</Config.Provider>;
}

/** Throws outside of ConfigProvider: that is a bug in the page's layout. */
export function useConfig(): ClientConfig {
  const config = useContext(Config);
  if (config === null) throw new Error("useConfig needs a ConfigProvider above it");
  return config;
}

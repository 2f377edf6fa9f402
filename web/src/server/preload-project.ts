import { endpointUrl, endpoints } from "@cutroom/contracts";
import { preload } from "react-dom";
import { LIST_PAGE } from "./workspace-state.ts";

/**
 * Lets the browser ask the API for what an opened project begins with while the page's code is
 * still on its way: the first calls to the same addresses take these answers. Server only.
 */
export function preloadProject(apiUrl: string, projectId: string): void {
  const { getAccount, getProject, listAssets } = endpoints;
  const urls = [
    endpointUrl(apiUrl, getAccount.path),
    endpointUrl(apiUrl, getProject.path, { project_id: projectId }),
    endpointUrl(apiUrl, listAssets.path, {}, { limit: LIST_PAGE }),
  ];
  for (const url of urls) preload(url, { as: "fetch", crossOrigin: "use-credentials" });
}

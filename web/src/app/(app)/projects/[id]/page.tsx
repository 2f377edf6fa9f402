import { serverEnv } from "../../../../env.ts";
import { preloadProject } from "../../../../server/preload-project.ts";
import { EditorRoute } from "./editor-route.tsx";

export default async function ProjectPage(props: { readonly params: Promise<{ id: string }> }) {
  const { id } = await props.params;
  preloadProject(serverEnv().apiUrl, id);
  return <EditorRoute projectId={id} />;
}

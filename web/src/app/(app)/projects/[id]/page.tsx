import { EditorRoute } from "./editor-route.tsx";

export default async function ProjectPage(props: { readonly params: Promise<{ id: string }> }) {
  const { id } = await props.params;
  return <EditorRoute projectId={id} />;
}

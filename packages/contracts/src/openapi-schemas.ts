/** JSON Schemas for OpenAPI 3.1, where what has a name stands once under its name. */
import {
  captionClip,
  jsonValue,
  marker,
  mediaClip,
  mediaFacts,
  pictureLook,
  projectDocument,
  projectSettings,
  template,
  shapeClip,
  textClip,
  track,
  transition,
} from "@cutroom/timeline";
import { z } from "zod";
import { account, apiKey } from "./http/account.ts";
import { asset } from "./http/asset.ts";
import { generationModel } from "./http/generation.ts";
import { generationSpec } from "./http/generation-spec.ts";
import { projectSummary, projectVersion } from "./http/project.ts";
import { publicShare, share } from "./http/share.ts";
import { exportSpec, task } from "./http/task.ts";
import { upload } from "./http/upload.ts";
import { webhook, webhookDelivery } from "./http/webhook.ts";

type Json = Record<string, unknown>;
type Direction = "input" | "output";

/** What a client's generator makes a type of. The names are part of the public surface. */
const NAMED: Readonly<Record<string, z.ZodType>> = {
  Account: account,
  ApiKey: apiKey,
  Asset: asset,
  CaptionClip: captionClip,
  ExportSpec: exportSpec,
  GenerationModel: generationModel,
  GenerationSpec: generationSpec,
  JsonValue: jsonValue,
  Marker: marker,
  MediaClip: mediaClip,
  MediaFacts: mediaFacts,
  PictureLook: pictureLook,
  ProjectDocument: projectDocument,
  ProjectSettings: projectSettings,
  ProjectSummary: projectSummary,
  ProjectVersion: projectVersion,
  PublicShare: publicShare,
  Share: share,
  Task: task,
  Template: template,
  ShapeClip: shapeClip,
  TextClip: textClip,
  Track: track,
  Transition: transition,
  Upload: upload,
  Webhook: webhook,
  WebhookDelivery: webhookDelivery,
};

const names = z.registry<{ readonly id: string }>();
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id });

const PLACE = "#/components/schemas/";

/** Converts schemas and gathers the named ones that they speak of. */
export class SchemaPrinter {
  readonly #gathered = new Map<string, Json>();

  /** The JSON Schema of `schema`; a named one, and any inside it, is a reference. */
  print(schema: z.ZodType, direction: Direction): Json {
    // Inside another one, because a reference to the outermost is no reference but the whole.
    const inside = z.toJSONSchema(z.object({ it: schema }), { io: direction, metadata: names });
    const { $defs = {}, properties } = placed(inside, direction) as {
      readonly $defs?: Record<string, Json>;
      readonly properties: { readonly it: Json };
    };
    for (const [name, shape] of Object.entries($defs)) {
      const { id: _name, ...rest } = shape;
      this.#gathered.set(sentName(name, direction), rest);
    }
    return properties.it;
  }

  /** `components.schemas` for everything printed so far, by name. */
  gathered(): Json {
    return Object.fromEntries([...this.#gathered].toSorted(([a], [b]) => a.localeCompare(b)));
  }
}

/** A schema with defaults or strict keys reads otherwise than it answers: two shapes, two names. */
function sentName(name: string, direction: Direction): string {
  return direction === "input" && differing().has(name) ? `${name}Input` : name;
}

/** Named schemas of which the two directions differ, in themselves or in one they speak of. */
function findDiffering(): ReadonlySet<string> {
  const shapesOf = (io: Direction) =>
    z.toJSONSchema(names, { io, uri: (id) => `${PLACE}${id}` }).schemas;
  const [input, output] = [shapesOf("input"), shapesOf("output")];
  const text = (name: string) => JSON.stringify(input[name]);
  const all = Object.keys(NAMED);
  const found = new Set(all.filter((name) => text(name) !== JSON.stringify(output[name])));
  const speaksOfOne = (name: string) =>
    [...found].some((other) => text(name).includes(`"$ref":"${PLACE}${other}"`));
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const name of all) if (speaksOfOne(name)) found.add(name);
  }
  return found;
}

let known: ReadonlySet<string> | undefined;
/** Found when first asked for: an API that starts at the edge prints nothing yet. */
const differing = () => (known ??= findDiffering());

function placed(schema: unknown, direction: Direction): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(
    text.replaceAll(
      /"#\/\$defs\/(\w+)"/g,
      (_, name: string) => `"${PLACE}${sentName(name, direction)}"`,
    ),
  );
}

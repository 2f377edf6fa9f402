import { lauxlib, lua, luaText, lualib } from "./lua.ts";
import type { LuaState } from "./lua.ts";
import { RedisError, Status } from "../reply.ts";
import type { Reply } from "../reply.ts";

/** Runs one command for a script; errors of Redis are replies. */
export type CallRedis = (command: readonly string[]) => Reply;

function pushField(state: LuaState, name: string, text: string): void {
  lua.lua_createtable(state, 0, 1);
  lua.lua_pushstring(state, luaText(text));
  lua.lua_setfield(state, -2, luaText(name));
}

/** Redis's conversion of replies to Lua. */
function pushReply(state: LuaState, reply: Reply): void {
  if (reply === null) lua.lua_pushboolean(state, false);
  else if (typeof reply === "number") lua.lua_pushinteger(state, reply);
  else if (reply instanceof Status) pushField(state, "ok", reply.text);
  else if (reply instanceof RedisError) pushField(state, "err", reply.message);
  else if (Buffer.isBuffer(reply)) lua.lua_pushstring(state, Uint8Array.from(reply));
  else {
    const items = reply;
    lua.lua_createtable(state, items.length, 0);
    for (const [index, item] of items.entries()) {
      pushReply(state, item);
      lua.lua_rawseti(state, -2, index + 1);
    }
  }
}

function textField(state: LuaState, index: number, name: string): string | null {
  lua.lua_getfield(state, index, luaText(name));
  const isText = lua.lua_type(state, -1) === lua.LUA_TSTRING;
  const text = isText ? textAt(state, -1).toString() : null;
  lua.lua_pop(state, 1);
  return text;
}

const textAt = (state: LuaState, index: number): Buffer =>
  Buffer.from(lua.lua_tostring(state, index) ?? new Uint8Array());

/** Redis's conversion of Lua values to replies: numbers lose their fraction, nil ends a list. */
function readReply(state: LuaState, index: number): Reply {
  switch (lua.lua_type(state, index)) {
    case lua.LUA_TSTRING:
      return textAt(state, index);
    case lua.LUA_TNUMBER:
      return Math.trunc(lua.lua_tonumber(state, index));
    case lua.LUA_TBOOLEAN:
      return lua.lua_toboolean(state, index) ? 1 : null;
    case lua.LUA_TTABLE:
      break;
    default:
      return null;
  }
  const ok = textField(state, index, "ok");
  if (ok !== null) return new Status(ok);
  const error = textField(state, index, "err");
  if (error !== null) return new RedisError(error);
  const items: Reply[] = [];
  for (let position = 1; ; position++) {
    const type = lua.lua_rawgeti(state, index, position);
    if (type !== lua.LUA_TNIL) items.push(readReply(state, lua.lua_gettop(state)));
    lua.lua_pop(state, 1);
    if (type === lua.LUA_TNIL) return items;
  }
}

function pushList(state: LuaState, name: string, items: readonly string[]): void {
  lua.lua_createtable(state, items.length, 0);
  for (const [index, item] of items.entries()) {
    lua.lua_pushstring(state, Uint8Array.from(Buffer.from(item)));
    lua.lua_rawseti(state, -2, index + 1);
  }
  lua.lua_setglobal(state, luaText(name));
}

function pushRedis(state: LuaState, call: CallRedis): void {
  const caller = (isProtected: boolean) => (inner: LuaState) => {
    const count = lua.lua_gettop(inner);
    const command = Array.from({ length: count }, (_, index) =>
      textAt(inner, index + 1).toString(),
    );
    const reply = call(command);
    pushReply(inner, reply);
    return reply instanceof RedisError && !isProtected ? lua.lua_error(inner) : 1;
  };
  const wrapper = (field: string) => (inner: LuaState) => {
    pushField(inner, field, textAt(inner, 1).toString());
    return 1;
  };
  const functions = {
    call: caller(false),
    pcall: caller(true),
    error_reply: wrapper("err"),
    status_reply: wrapper("ok"),
  };
  lua.lua_createtable(state, 0, Object.keys(functions).length);
  for (const [name, run] of Object.entries(functions)) {
    lua.lua_pushjsfunction(state, run);
    lua.lua_setfield(state, -2, luaText(name));
  }
  lua.lua_setglobal(state, luaText("redis"));
}

/** Runs a Lua script as EVAL does: alone, from start to end, with no way to the machine. */
export function runScript(
  script: string,
  keys: readonly string[],
  args: readonly string[],
  call: CallRedis,
): Reply {
  const state = lauxlib.luaL_newstate();
  const libraries = {
    _G: lualib.luaopen_base,
    table: lualib.luaopen_table,
    string: lualib.luaopen_string,
    math: lualib.luaopen_math,
  };
  for (const [name, open] of Object.entries(libraries)) {
    lauxlib.luaL_requiref(state, luaText(name), open, 1);
    lua.lua_pop(state, 1);
  }
  for (const name of ["dofile", "loadfile", "load", "print"]) {
    lua.lua_pushnil(state);
    lua.lua_setglobal(state, luaText(name));
  }
  pushList(state, "KEYS", keys);
  pushList(state, "ARGV", args);
  pushRedis(state, call);
  const code = luaText(script);
  const loaded = lauxlib.luaL_loadbuffer(state, code, code.length, luaText("@user_script"));
  if (loaded !== lua.LUA_OK) {
    return new RedisError(`ERR Error compiling script: ${textAt(state, -1).toString()}`);
  }
  if (lua.lua_pcall(state, 0, 1, 0) === lua.LUA_OK) return readReply(state, lua.lua_gettop(state));
  if (lua.lua_type(state, -1) === lua.LUA_TTABLE) return readReply(state, lua.lua_gettop(state));
  return new RedisError(`ERR ${textAt(state, -1).toString()}`);
}

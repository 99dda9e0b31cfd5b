-- Drives the language server as Neovim's own client does; what came of it is written as JSON.
-- Given: FILE, OUT, PYTHON in the environment.
local file, out = vim.env.FILE, vim.env.OUT
vim.cmd("edit " .. file)
local told, found = nil, {}
local client = vim.lsp.start_client({
  name = "cardwright",
  cmd = { vim.env.PYTHON, "-m", "cardwright", "lsp" },
  root_dir = vim.fn.fnamemodify(file, ":h"),
  handlers = {
    ["textDocument/publishDiagnostics"] = function(err, result, ctx, config)
      if result.uri == vim.uri_from_fname(file) then told = result.diagnostics end
      vim.lsp.diagnostic.on_publish_diagnostics(err, result, ctx, config)
    end,
  },
})
vim.lsp.buf_attach_client(0, client)

local function hear()
  assert(vim.wait(60000, function() return told ~= nil end, 20), "nothing was told")
  return told
end

local function put(old, new)
  told = nil
  local text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true), "\n")
  local start, stop = text:find(old, 1, true)
  assert(start, old)
  text = text:sub(1, start - 1) .. new .. text:sub(stop + 1)
  vim.api.nvim_buf_set_lines(0, 0, -1, true, vim.split(text, "\n"))
  return hear()
end

local function behind(words)
  for number, line in ipairs(vim.api.nvim_buf_get_lines(0, 0, -1, true)) do
    local _, stop = line:find(words, 1, true)
    if stop then
      return {
        textDocument = vim.lsp.util.make_text_document_params(),
        position = { line = number - 1, character = vim.str_utfindex(line, stop) },
      }
    end
  end
  error(words)
end

local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, "textDocument/" .. method, params, 60000)
  local answer = assert(answers and answers[client], method)
  assert(answer.err == nil, vim.inspect(answer.err))
  return answer.result
end

local function course()
  found.first = hear()
  found.slip = put("c.rank if", "c.rnak if")
  found.shown = vim.tbl_map(function(each) return each.message end, vim.diagnostic.get(0))
  local range = { start = found.slip[1].range.start, ["end"] = found.slip[1].range["end"] }
  found.fixes = ask("codeAction", {
    textDocument = vim.lsp.util.make_text_document_params(),
    range = range, context = { diagnostics = found.slip },
  })
  vim.lsp.util.apply_workspace_edit(found.fixes[1].edit, "utf-16")
  found.mended = vim.fn.search("c.rank if", "nw") > 0
  found.hover = ask("hover", behind("add 1 to p.poin"))
  local place = behind("    take-tri")
  found.declared = ask("definition", place)
  found.signature = ask("signatureHelp", behind("    take-trick ta"))
  found.uses = ask("references", vim.tbl_extend("force", place,
    { context = { includeDeclaration = true } }))
  found.outline = ask("documentSymbol", { textDocument = place.textDocument })
  found.renamed = ask("rename", vim.tbl_extend("force", place, { newName = "win-trick" }))
  put("do: move c to trick", "do: move c to ")
  found.offered = ask("completion", behind("do: move c to "))
  put("do: move c to ", "do:   move c to trick")
  found.style = ask("formatting", {
    textDocument = place.textDocument, options = { tabSize = 2, insertSpaces = true },
  })
end

local came_out, trouble = pcall(course)
found.trouble = not came_out and tostring(trouble) or nil
local lines = io.open(out, "w")
lines:write(vim.json.encode(found))
lines:close()
vim.lsp.stop_client(client)
vim.wait(5000, function() return vim.lsp.client_is_stopped(client) end, 20)
vim.cmd("qall!")

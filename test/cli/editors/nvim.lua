-- Drives Neovim through a transcript and prints what came of it as JSON: problems, completion, a fix, a rename.
local report = {}
local function wait(what, condition)
  if not vim.wait(20000, condition, 20) then
    report.missing = what
    io.stdout:write(vim.json.encode(report) .. '\n')
    vim.cmd('cquit 1')
  end
end
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(0, method, params, 20000) or {}
  local _, answer = next(answers)
  return answer and answer.result
end
local function apply(edit)
  local client = vim.lsp.get_active_clients()[1]
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding or 'utf-16')
end
local function text()
  return table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

report.filetype = vim.bo.filetype
report.syntax = {}
for _, column in ipairs({ 1, 11, 37, 70 }) do
  local id = vim.fn.synID(1, column, 1)
  table.insert(report.syntax, vim.fn.synIDattr(id, 'name'))
end
wait('problems', function()
  return #vim.diagnostic.get(0) > 0
end)
local problem = vim.diagnostic.get(0)[1]
report.problem = { code = problem.code, message = problem.message, line = problem.lnum, character = problem.col }

local document = { uri = vim.uri_from_bufnr(0) }
local range = {
  start = { line = problem.lnum, character = problem.col },
  ['end'] = { line = problem.end_lnum, character = problem.end_col },
}
local fixes = ask('textDocument/codeAction', {
  textDocument = document,
  range = range,
  context = { diagnostics = { problem.user_data.lsp and vim.tbl_extend('force', problem.user_data.lsp, { range = range, message = problem.message }) } },
})
report.fix = fixes[1].title
local fix = fixes[1].edit and fixes[1] or ask('codeAction/resolve', fixes[1])
apply(fix.edit)
wait('the fix', function()
  return #vim.diagnostic.get(0) == 0
end)
report.fixed = text()

local place = { textDocument = document, position = { line = 0, character = report.fixed:find('functions.get', 1, true) + 11 } }
apply(ask('textDocument/rename', vim.tbl_extend('force', place, { newName = 'fetch' })))
report.renamed = text()

local items = ask('textDocument/completion', { textDocument = document, position = { line = 0, character = report.renamed:find('analysis', 1, true) - 1 } })
report.completion = vim.tbl_map(function(item)
  return item.label
end, items.items or items)
io.stdout:write(vim.json.encode(report) .. '\n')
vim.cmd('qall!')

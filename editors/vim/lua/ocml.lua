-- Starts the language server of OpenChatML in Neovim 0.7 or newer.
local ocml = {}

--- Attaches the server to each transcript that is opened. `vim.g.ocml_cmd`: the command that runs it, if `ocml` is not on the PATH.
function ocml.start()
  vim.api.nvim_create_autocmd('FileType', {
    pattern = 'ocml',
    callback = function(event)
      local config = {
        name = 'ocml',
        cmd = vim.g.ocml_cmd or { 'ocml', 'lsp' },
        root_dir = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(event.buf), ':p:h'),
        settings = { ocml = vim.g.ocml_settings or vim.empty_dict() },
      }
      if vim.lsp.start then
        vim.lsp.start(config, { bufnr = event.buf })
        return
      end
      -- Neovim 0.7 does not reuse a running server by itself, so remember it.
      ocml.client = ocml.client or vim.lsp.start_client(config)
      vim.lsp.buf_attach_client(event.buf, ocml.client)
    end,
  })
end

return ocml
